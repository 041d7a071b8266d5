import { EVENT_NAMES } from '../../../common/events';
import { tenantIdFrom } from '../../../common/records/ids';
import { OutboxEvents } from './outbox-events';

const TENANT = tenantIdFrom('0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21');
const at = new Date('2026-03-10T09:00:00.000Z');
const event = (name: string, id: number) => ({
  eventId: `event-${name}-${id}`,
  name,
  resource: { type: 'purchase_order', id } as const,
  createdAt: at,
  body: ['{}'] as const,
});
const entry = (action: string, ...fields: string[]) => ({ action, at, fields });

function namesOf(outbox: OutboxEvents): string[] {
  const [, , names = [], , , , types = [], ids = []] = outbox.take(TENANT)?.columns ?? [];
  return (names as string[]).map(
    (name, index) => `${name} of ${(types as string[])[index]} ${(ids as number[])[index]}`,
  );
}

describe('the events of a transaction', () => {
  it('are the recorded ones, plus one generic event for every other record with an audit entry', () => {
    const outbox = new OutboxEvents();
    outbox.addEntry('purchase_order', 7, entry('approved', 'status'));
    outbox.addEntry('vendor', 3, entry('created', 'name'));
    outbox.addEntry('vendor', 3, entry('bank_account_added', 'bank_account'));
    outbox.addEntry('department', 2, entry('updated', 'name'));
    outbox.addEntry('department', 2, entry('deleted'));
    outbox.raised('invoice', 9, at);
    outbox.addEntry('settings', null, entry('updated', 'currency'));
    outbox.add(event('purchase_order.approved', 7));
    expect(namesOf(outbox)).toEqual([
      'purchase_order.approved of purchase_order 7',
      'vendor.changed of vendor 3',
      'department.deleted of department 2',
      'invoice.updated of invoice 9',
      'settings.updated of settings null',
    ]);
    expect(outbox.take(TENANT)).toBeUndefined();
  });

  it('never use a webhook event name for a generic event', () => {
    const outbox = new OutboxEvents();
    const kinds = ['purchase_order', 'invoice', 'vendor', 'budget', 'project'];
    for (const [index, type] of kinds.entries()) {
      for (const [place, action] of ['created', 'updated', 'deleted'].entries())
        outbox.addEntry(type, index * 3 + place, entry(action));
    }
    const names = namesOf(outbox).map((each) => each.split(' ')[0] ?? '');
    expect(names.filter((name) => (EVENT_NAMES as readonly string[]).includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['project.created', 'purchase_order.updated', 'vendor.changed']));
  });

  it('exclude tokens, the tenant and requests', () => {
    const outbox = new OutboxEvents();
    for (const type of ['token', 'tenant', 'request']) outbox.addEntry(type, 1, entry('updated', 'name'));
    expect(outbox.take(TENANT)).toBeUndefined();
  });

  it('contain only the id, the version and the names of the changed fields', () => {
    const outbox = new OutboxEvents();
    outbox.addEntry('vendor', 3, entry('updated', 'name', 'bank_account'));
    outbox.addEntry('vendor', 3, entry('blocked', 'status'));
    const [tenant, [id] = [], , , [start] = [], [end] = []] = outbox.take(TENANT)?.columns ?? [];
    expect(tenant).toBe(TENANT);
    expect(JSON.parse(`${String(start)}5${String(end)}`)).toEqual({
      id,
      event: 'vendor.changed',
      created_at: at.toISOString(),
      tenant_id: TENANT,
      data: { vendor_id: 3, version: 5, updated_fields: ['bank_account', 'name', 'status'] },
    });
  });

  it('are restored on a rollback to a savepoint', () => {
    const outbox = new OutboxEvents();
    outbox.addEntry('vendor', 3, entry('updated', 'name'));
    const before = outbox.copy();
    outbox.add(event('purchase_order.created', 7));
    outbox.addEntry('project', 1, entry('created'));
    outbox.restore(before);
    expect(namesOf(outbox)).toEqual(['vendor.changed of vendor 3']);
  });

  it('notify their listeners after they were sent', () => {
    const outbox = new OutboxEvents();
    const published: string[] = [];
    outbox.add({ ...event('purchase_order.created', 7), recorded: () => published.push('7') });
    const events = outbox.take(TENANT);
    expect(published).toEqual([]);
    events?.recorded();
    expect(published).toEqual(['7']);
  });
});
