import { RouteTable } from './service-adapter';

describe('the methods of a path', () => {
  const table = new RouteTable();
  table.add('GET', '/v1/invoices');
  table.add('POST', '/v1/invoices');
  table.add('GET', '/v1/invoices/exceptions');
  table.add('PUT', '/v1/invoices/:id');
  table.add('DELETE', '/v1/invoices/:id');
  table.add('POST', '/v1/invoices/:id/payments');

  it.each([
    ['/v1/invoices', ['GET', 'HEAD', 'POST']],
    ['/v1/invoices/7', ['DELETE', 'PUT']],
    ['/v1/invoices/exceptions', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['/v1/invoices/7/payments', ['POST']],
    ['/v1/invoices//payments', []],
    ['/v1/invoices/', []],
    ['/v1/Invoices', []],
    ['/v1/invoices/7/payments/1', []],
    ['/api/v1/invoices', []],
  ])('for %s are %j', (path, expected) => expect(table.methodsOf(path)).toEqual(expected));
});
