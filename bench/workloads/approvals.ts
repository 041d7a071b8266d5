import type { Call, Calls, ClosedLoop } from '../load/closed-loop';
import type { TenantSpec } from '../scale';
import { OWNER, REQUESTER, tokenOf } from '../stage/tokens';
import { createOrder } from './calls';

/**
 * W7: approvals of orders that a budget covers. Each order can be approved once, so what a slice will need is created
 * and submitted before its clock runs.
 */
export class Approvals {
  private readonly ready: Call[] = [];

  /** @param fields of the orders, beside those they all have */
  constructor(
    private readonly tenants: readonly TenantSpec[],
    private readonly fields: object = {},
  ) {}

  /** Creates and submits this many orders. */
  async prepare(loop: ClosedLoop, count: number): Promise<void> {
    const next = createOrder(this.tenants, REQUESTER, this.fields);
    const creates = Array.from({ length: count }, next);
    const tenantOf = new Map(
      this.tenants.flatMap((tenant) =>
        Array.from(
          { length: tenant.tokens },
          (_, index) => [tokenOf(tenant.slug, REQUESTER, index + 1), tenant] as const,
        ),
      ),
    );
    const made = await Promise.all(
      creates.map(async (call) => {
        const [body] = await loop.send([call]);
        return { token: call.token, id: (JSON.parse(body ?? '{}') as { data: { id: number } }).data.id };
      }),
    );
    await loop.send(made.map(({ id, token }) => ({ method: 'POST', path: `/v1/purchase-orders/${id}/submit`, token })));
    this.ready.push(
      ...made.map(({ id, token }, index): Call => {
        const tenant = tenantOf.get(token) ?? this.tenants[0];
        const number = 1 + (index % (tenant?.tokens ?? 1));
        return {
          method: 'POST',
          path: `/v1/purchase-orders/${id}/approve`,
          token: tokenOf(tenant?.slug ?? '', OWNER, number),
          body: '{"comments":"As agreed"}',
        };
      }),
    );
  }

  /** The approvals that are ready. */
  take(): readonly Call[] {
    return this.ready.splice(0);
  }
}

/** Calls that end: a slice of them is over when they are. */
export function each(calls: readonly Call[]): Calls & { readonly left: () => number } {
  let place = 0;
  const next = (): Call => {
    const call = calls[place++];
    if (!call) throw new Error('No call is left');
    return call;
  };
  return Object.assign(next, { left: () => calls.length - place });
}
