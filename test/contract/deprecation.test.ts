import { Service, startApp } from '../support/app';
import { ONE_FORM } from '../support/sampled';

describe.each(ONE_FORM)('deprecated setting invoice_approver_roles, Form %s', (form) => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  const published = async (method: string, path: string, body?: object): Promise<(string | null)[]> => {
    const { headers } = await service.client({ form }).raw(method, path, body && JSON.stringify(body));
    return [headers.get('deprecation'), headers.get('sunset')];
  };
  const HEADERS = ['@1795305600', 'Fri, 31 Dec 2027 23:59:59 GMT'];

  it('has Deprecation and Sunset headers only on requests that read or set it', async () => {
    expect(await published('GET', '/settings')).toEqual(HEADERS);
    expect(await published('PUT', '/settings', { invoice_approver_roles: ['finance_manager'] })).toEqual(HEADERS);
    expect(await published('PUT', '/settings', { over_receipt_pct: 5 })).toEqual([null, null]);
    expect(await published('GET', '/roles')).toEqual([null, null]);
  });
});
