import { nearestRoutes } from './nearest-route';

const ROUTES = ['/v1', '/api/v1'].flatMap((prefix) =>
  [
    'vendors',
    'vendors/:id',
    'vendors/:id/performance',
    'purchase-orders',
    'purchase-orders/:id',
    'audit-log',
    'users/me',
    'users/:id',
    'deliveries/:id',
  ].map((path) => `${prefix}/${path}`),
);
const OTHERS = ['/health/live', '/metrics', '/invitations', '/docs'];

describe('the most similar route of an unknown path', () => {
  const meant = (path: string) => {
    const { a, b } = nearestRoutes(path, [...OTHERS, ...ROUTES]);
    return [a ?? b, ...(a && b ? [b] : [])];
  };

  it.each([
    ['/vendors', '/v1/vendors', '/api/v1/vendors'],
    ['/Vendors/', '/v1/vendors', '/api/v1/vendors'],
    ['/purchase-orders/7', '/v1/purchase-orders/{id}', '/api/v1/purchase-orders/{id}'],
    ['/v2/vendors', '/v1/vendors'],
    ['/V1/vendors', '/v1/vendors'],
    ['/api/vendors', '/api/v1/vendors'],
    ['/api/v2/vendors/7', '/api/v1/vendors/{id}'],
    ['/v1/api/vendors', '/api/v1/vendors'],
    ['/v1/v1/vendors', '/v1/vendors'],
    ['//v1/vendors', '/v1/vendors'],
    ['/v1/vendors/', '/v1/vendors'],
    ['/v1/vendor', '/v1/vendors'],
    ['/v1/vendor/7/Performance', '/v1/vendors/{id}/performance'],
    ['/v1/vendors/7/nothing', '/v1/vendors/{id}'],
    ['/v1/vendors/7/performance/2026', '/v1/vendors/{id}/performance'],
    ['/v1/vendors.json', '/v1/vendors'],
    ['/v1/v%65ndors', '/v1/vendors'],
    ['/v1/vendors%2F7', '/v1/vendors/{id}'],
    ['/v1/purchase_orders', '/v1/purchase-orders'],
    ['/v1/purchaseOrders', '/v1/purchase-orders'],
    ['/v1/audit-logs', '/v1/audit-log'],
    ['/v1/user/me', '/v1/users/me'],
    ['/v1/delivery/3', '/v1/deliveries/{id}'],
  ])('finds for %s: %s', (path, ...addresses) => {
    expect(meant(path)).toEqual(addresses);
  });

  it.each(['/', '/v1', '/api', '/api/v1/', '/wp-admin', '/v1/nothing', '/v1/METRICS', '/Health/live', '/invitation'])(
    'finds none for %s',
    (path) => {
      expect(meant(path)).toEqual([undefined]);
    },
  );
});
