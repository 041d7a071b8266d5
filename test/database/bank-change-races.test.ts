import { allAtOnce, locksAwaitedIn } from '../support/at-once';
import { type Service, startApp } from '../support/app';
import type { Loose, Reply } from '../support/client';
import { anOrder, approved } from '../support/invoices';
import { asOwner, type Colleague, colleague, settings } from '../support/purchase-orders';
import { ROUNDS } from '../support/sampled';
import { eventually } from '../support/webhooks/delivering';

/** The entries of both are in commit order: each waits for the vendor before it writes its entry. */
const IN_ORDER = `
  SELECT action, coalesce(details->>'bank_account_id', details#>>'{bank_account,id}')::int AS account
    FROM audit_log WHERE tenant_id = $1 AND id > $2 ORDER BY id`;

describe('A payment and a simultaneous change of the bank details', () => {
  let service: Service;
  let sara: Colleague;
  let omar: Colleague;
  let vendorId: number;
  let invoiceId: number;

  beforeAll(async () => {
    service = await startApp();
    sara = await colleague(service, 'procurement_officer');
    omar = await colleague(service, 'finance_manager');
    await settings(service, { matching_policy: 'two_way' });
  });
  beforeEach(async () => {
    const order = await anOrder(service);
    vendorId = order.vendorId;
    invoiceId = (await approved(service.client(), order)).id;
    await verify(await enter('ACC-0'));
  });
  afterAll(() => service.stop());

  const accounts = () => `/vendors/${vendorId}/bank-accounts`;
  const enter = (bank_account: string): Promise<Loose> =>
    sara.client.post(accounts(), { bank_name: 'Bank', bank_account }, 201);
  const verify = ({ id }: Loose): Promise<Reply> => omar.client.call('POST', `${accounts()}/${id}/verify`, 200);
  const pay = (): Promise<Loose> => omar.client.post(`/invoices/${invoiceId}/payments`, { amount: 1 }, 201);
  const lastEntry = async (): Promise<number> =>
    Number((await asOwner<{ id: string }>(service, 'SELECT max(id) AS id FROM audit_log'))[0]?.id);

  /** Both wait for the vendor's row; PostgreSQL decides which one is first. */
  async function race(
    change: () => Promise<unknown>,
    round: number,
  ): Promise<{ paid: Loose; order: readonly { action: string; account: number }[] }> {
    const before = await lastEntry();
    const lock = { sql: 'SELECT FROM vendors WHERE id = $1 FOR UPDATE', values: [vendorId] };
    const [first, second] = round % 2 ? [change, pay] : [pay, change];
    const behind = async (): Promise<unknown> => {
      await eventually(async () => (await locksAwaitedIn(service)) > 0);
      return second();
    };
    const answers = await allAtOnce<Loose>(service, lock, [first, behind]);
    const order = await asOwner<{ action: string; account: number }>(service, IN_ORDER, [
      service.tenant.tenant.id,
      before,
    ]);
    return { paid: answers[round % 2 ? 1 : 0], order };
  }

  it("record the version that was newest at the payment's commit", async () => {
    const firsts = new Set<string>();
    let newest = (await service.client().get(accounts()))[0].id;
    for (const round of ROUNDS) {
      const { paid, order } = await race(() => enter(`ACC-${round + 1}`), round);
      const earlier = newest;
      newest = (await service.client().get(accounts()))[0].id;
      const [first, second] = order;
      firsts.add(first?.action ?? '');
      expect(order).toHaveLength(2);
      const expected =
        first?.action === 'payment_recorded'
          ? [
              { action: 'payment_recorded', account: earlier },
              { action: 'bank_account_added', account: newest },
            ]
          : [
              { action: 'bank_account_added', account: newest },
              { action: 'payment_recorded', account: newest },
            ];
      expect([first, second]).toEqual(expected);
      expect(paid.bank_account.id).toBe(expected.find(({ action }) => action === 'payment_recorded')?.account);
      expect(paid.bank_account.verified).toBe(paid.bank_account.id === earlier && round === 0);
    }
    expect([...firsts].sort()).toEqual(['bank_account_added', 'payment_recorded']);
    const { payments, amount_paid } = await service.client().get(`/invoices/${invoiceId}`);
    expect([payments.length, amount_paid]).toEqual([ROUNDS.length, ROUNDS.length]);
  });

  it("record the newest verified version at the payment's commit if the tenant blocks", async () => {
    await settings(service, { bank_change_control: 'block' });
    let trusted = (await service.client().get(accounts()))[0].id;
    for (const round of ROUNDS) {
      const entered = await enter(`ACC-${round + 1}`);
      const { paid, order } = await race(() => verify(entered), round);
      const went = order[0]?.action === 'payment_recorded' ? trusted : entered.id;
      expect(order.map(({ action }) => action).sort()).toEqual(['bank_account_verified', 'payment_recorded']);
      expect(order.find(({ action }) => action === 'payment_recorded')?.account).toBe(went);
      expect(paid.bank_account).toMatchObject({ id: went, verified: true });
      trusted = entered.id;
    }
  });
});
