import type { Call, ClosedLoop } from '../load/closed-loop';
import type { TenantSpec } from '../scale';
import { OWNER, REQUESTER, tokenOf } from '../stage/tokens';
import { createOrder } from './calls';

/**
 * W7: approvals of orders that a budget covers, in these tenants in turn. An order can be approved only once, so the
 * orders are created and submitted here, before the measurement.
 * @param fields additional fields of the orders
 * @returns one approval of each order
 */
export async function prepareApprovals(
  loop: ClosedLoop,
  tenants: readonly TenantSpec[],
  count: number,
  fields: object = {},
): Promise<Call[]> {
  const sources = tenants.map((tenant) => ({ tenant, create: createOrder([tenant], REQUESTER, fields) }));
  const orders = Array.from({ length: Math.ceil(count / sources.length) }, () => sources)
    .flat()
    .slice(0, count)
    .map(({ tenant, create }) => ({ tenant, call: create() }));
  const bodies = await loop.send(orders.map(({ call }) => call));
  const paths = bodies.map((body) => `/v1/purchase-orders/${(JSON.parse(body) as { data: { id: number } }).data.id}`);
  await loop.send(
    orders.map(({ call: { token } }, index) => ({ method: 'POST', path: `${paths[index]}/submit`, token })),
  );
  return orders.map(({ tenant }, index) => ({
    method: 'POST',
    path: `${paths[index]}/approve`,
    token: tokenOf(tenant.slug, OWNER, 1 + (index % tenant.tokens)),
    body: '{"comments":"As agreed"}',
  }));
}
