import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationId } from './operation-id';

describe('the id of an operation', () => {
  it.each([
    ['get', '/purchase-orders', 'list', 'purchaseOrders.list'],
    ['post', '/purchase-orders', 'single', 'purchaseOrders.create'],
    ['get', '/purchase-orders/{id}', 'single', 'purchaseOrders.get'],
    ['put', '/purchase-orders/{id}', 'single', 'purchaseOrders.update'],
    ['delete', '/purchase-orders/{id}', 'none', 'purchaseOrders.delete'],
    ['post', '/purchase-orders/{id}/approve', 'single', 'purchaseOrders.approve'],
    ['get', '/purchase-orders/{id}/pdf', 'none', 'purchaseOrders.pdf'],
    ['get', '/audit-log', 'list', 'auditLog.list'],
    ['get', '/me', 'single', 'me.get'],
    ['get', '/users/me', 'single', 'users.me'],
    ['get', '/reports/po-status', 'single', 'reports.poStatus'],
    ['get', '/settings/quotas', 'single', 'settings.quotas.get'],
    ['post', '/invoices/{id}/payments', 'single', 'invoices.payments.create'],
    ['post', '/invoices/{id}/payments/{payment_id}/reverse', 'single', 'invoices.payments.reverse'],
    ['post', '/webhooks/{id}/rotate-secret', 'single', 'webhooks.rotateSecret'],
  ] as const)('of %s %s (%s) is %s', (...[method, path, wrapping, id]) => {
    expect(operationId({ method, path, wrapping })).toBe(id);
  });
});

describe.each(['a', 'b'] as const)('the ids in the document of Form %s', (form) => {
  interface Document {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
    readonly webhooks: Document['paths'];
  }
  const file = join(__dirname, '../../../openapi', `form-${form}.json`);
  const { paths, webhooks } = JSON.parse(readFileSync(file, 'utf8')) as Document;
  const ids = [paths, webhooks]
    .flatMap((section) => Object.values(section))
    .flatMap((item) => Object.values(item).map((operation) => operation.operationId));

  it('are `resource.verb` in camel case with at most four parts', () => {
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*){1,3}$/.test(id))).toEqual([]);
  });

  it('are unique, ignoring letter case and dots', () => {
    const seen = ids.map((id) => id.replaceAll('.', '').toLowerCase());
    expect(seen.filter((id, index) => seen.indexOf(id) !== index)).toEqual([]);
  });

  it('contain no class name of the service', () => {
    expect(ids.filter((id) => /[Cc]ontroller|Form[AB]|_/.test(id))).toEqual([]);
  });
});
