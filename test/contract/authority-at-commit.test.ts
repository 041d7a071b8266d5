import type { PoolClient } from 'pg';
import { TenantsService } from '../../src/operations/provisioning';
import { type Service, startApp, storyClock } from '../support/app';
import { aBudget } from '../support/budgets';
import type { Client } from '../support/client';
import { halfSent } from '../support/half-sent';
import { anOrder, approved, submitted } from '../support/invoices';
import { anApproved, asOwner, aSubmitted, aVendor, colleague, settings } from '../support/purchase-orders';
import { until } from '../support/until';

const UNAUTHENTICATED = {
  message: 'Unauthenticated.',
  errors: { token: ['The bearer token is missing or invalid.'] },
};
const LOCK = (kind: 'shared' | 'alone'): string =>
  `SELECT pg_advisory_xact_lock${kind === 'shared' ? '_shared' : ''}(hashtextextended('authority/' || $1, 0))`;

type Asked = readonly [string, object?];

interface Minted {
  readonly id: number;
  readonly token: string;
}

describe('authority at commit time', () => {
  const clock = storyClock();
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ clock });
    await settings(service, { matching_policy: 'two_way' });
    vendorId = (await aVendor(admin())).id;
  });
  afterAll(() => service.stop());
  beforeEach(() => clock.advance(60_000));

  const admin = (): Client => service.client();
  const tenantId = (): string => service.tenant.tenant.id;
  const mint = (abilities: readonly string[], more: object = {}): Promise<Minted> =>
    admin().post('/tokens', { name: 'x', abilities, ...more }, 201);
  const revoke = ({ id }: { id: number }, status = 204): Promise<unknown> => admin().delete(`/tokens/${id}`, status);
  const childrenOf = ({ id }: Minted): Promise<{ id: string; revoked_at: Date | null }[]> =>
    asOwner(service, 'SELECT id, revoked_at FROM api_tokens WHERE tenant_id = $1 AND parent_id = $2 ORDER BY id', [
      tenantId(),
      id,
    ]);
  const liveTokensOf = async (userId: number): Promise<number> =>
    (
      await asOwner(service, 'SELECT id FROM api_tokens WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL', [
        tenantId(),
        userId,
      ])
    ).length;

  /** Runs work with an open transaction of the database owner. It is rolled back unless the work commits it. */
  async function beside<T>(work: (owner: PoolClient) => Promise<T>): Promise<T> {
    const owner = await service.owner.connect();
    try {
      await owner.query('BEGIN');
      return await work(owner);
    } finally {
      await owner.query('ROLLBACK');
      owner.release();
    }
  }

  /** Waits until `count` transactions wait for an advisory lock, or the request is answered. */
  const waiting = (answer: Promise<unknown>, count = 1): Promise<void> => locks('NOT granted', count, answer);

  /** Waits until there are `count` advisory locks, or the request is answered. */
  async function locks(which: 'NOT granted' | 'granted', count: number, answer: Promise<unknown>): Promise<void> {
    let isAnswered = false;
    const answered = (): boolean => (isAnswered = true);
    answer.then(answered, answered);
    await until(async () => {
      const rows = await asOwner(
        service,
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND ${which}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return isAnswered || rows.length >= count;
    });
  }

  const person = async (): Promise<number> => (await colleague(service, 'requester')).id;
  const days = { from: '2026-03-10', to: '2026-12-31' };
  const delegation = async (): Promise<string> => {
    const delegate = await person();
    const lent = await admin().post(
      `/users/${service.tenant.user.id}/delegations`,
      { delegate_id: delegate, ...days },
      201,
    );
    return `/users/${service.tenant.user.id}/delegations/${lent.id}`;
  };

  /** Counts the tenant's writes: a rejected write leaves no audit entry, event or row. */
  async function written(except: Minted): Promise<object | undefined> {
    const [row] = await asOwner(
      service,
      `SELECT (SELECT count(*) FROM audit_log WHERE tenant_id = $1) AS entries,
              (SELECT count(*) FROM events WHERE tenant_id = $1) AS events,
              (SELECT count(*) FROM api_tokens WHERE tenant_id = $1 AND id <> $2 AND revoked_at IS NULL) AS tokens,
              (SELECT sum(version) FROM purchase_orders WHERE tenant_id = $1) AS orders,
              (SELECT settings::text FROM tenants WHERE id = $1) AS settings`,
      [tenantId(), except.id],
    );
    return row;
  }

  describe('while the request body is being sent', () => {
    it.each(['/v1', '/api/v1'])('creates no token if the caller’s token is revoked (%s)', async (prefix) => {
      const token = await mint(['read', 'write']);
      const half = await halfSent(service, `${prefix}/tokens`, token.token, { name: 'child', abilities: ['read'] });
      await revoke(token);
      const answer = await half.finish();
      expect([answer.status, answer.body]).toEqual([401, UNAUTHENTICATED]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(await childrenOf(token)).toEqual([]);
    });

    it('creates no token for the owner if the admin is deactivated', async () => {
      const person = await colleague(service, 'admin', { abilities: ['admin'] });
      const owner = service.tenant.user.id;
      const token = await mint(['admin'], { user_id: person.id });
      const before = await liveTokensOf(owner);
      const content = { name: 'x', abilities: ['admin'], user_id: owner };
      const half = await halfSent(service, '/v1/tokens', token.token, content);
      await admin().delete(`/users/${person.id}`, 200);
      expect(await half.finish()).toMatchObject({ status: 401, body: UNAUTHENTICATED });
      expect(await liveTokensOf(owner)).toBe(before);
    });

    it('creates no token if the tenant is suspended', async () => {
      const other = await service.newTenant();
      const half = await halfSent(service, '/v1/tokens', other.token.token, { name: 'x', abilities: ['read'] });
      await service.app.get(TenantsService).suspend(other.tenant.slug);
      expect(await half.finish()).toMatchObject({ status: 401, body: UNAUTHENTICATED });
      await service.app.get(TenantsService).resume(other.tenant.slug);
      expect(await admin().as(other.token.token).get('/tokens')).toHaveLength(1);
    });

    it('creates no token if the caller’s token expires', async () => {
      const expires = new Date(clock.now().getTime() + 1_000).toISOString();
      const token = await mint(['read', 'write'], { expires_at: expires });
      const half = await halfSent(service, '/v1/tokens', token.token, { name: 'child', abilities: ['read'] });
      clock.advance(1_000);
      expect(await half.finish()).toMatchObject({ status: 401, body: UNAUTHENTICATED });
    });

    it('returns 401 if the caller’s role changes', async () => {
      const person = await colleague(service, 'procurement_manager');
      const { token } = await mint(['read', 'write'], { user_id: person.id });
      const content = { name: 'child', abilities: ['read'] };
      const half = await halfSent(service, '/v1/tokens', token, content);
      await admin().put(`/users/${person.id}`, { role: 'viewer' }, 200);
      expect(await half.finish()).toMatchObject({ status: 401, body: UNAUTHENTICATED });
      const theirs = admin().as(token);
      await theirs.post('/tokens', content, 201, { headers: { 'idempotency-key': 'once-more' } });
    });
  });

  it('leaves no active child token if six are created during a revocation', async () => {
    for (let round = 0; round < 12; round++) {
      // Each address may send sixty invalid tokens per minute.
      clock.advance(60_000);
      const token = await mint(['read', 'write']);
      const theirs = admin().as(token.token);
      const child = JSON.stringify({ name: 'child', abilities: ['read'] });
      const [, ...mints] = await Promise.all([
        revoke(token),
        ...Array.from({ length: 6 }, () => theirs.raw('POST', '/tokens', child)),
      ]);
      for (const { status } of mints) expect([201, 401]).toContain(status);
      expect((await childrenOf(token)).filter(({ revoked_at: at }) => at === null)).toEqual([]);
    }
  });

  it('makes a revocation wait for a decision in progress and rejects later decisions', async () => {
    const { id } = await aSubmitted(admin(), vendorId);
    const { id: next } = await aSubmitted(admin(), vendorId);
    const token = await mint(['read', 'approve', 'admin']);
    const theirs = admin().as(token.token);
    let isRevoked = false;
    const replies = await beside(async (owner) => {
      // The decision has rechecked its token and waits for the locked order.
      await owner.query('SELECT 1 FROM purchase_orders WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId(), id]);
      const approval = theirs.raw('POST', `/purchase-orders/${id}/approve`, '{}');
      await locks('granted', 1, approval);
      const revocation = revoke(token).finally(() => (isRevoked = true));
      await waiting(revocation);
      const late = theirs.raw('POST', `/purchase-orders/${next}/approve`, '{}');
      await waiting(late, 2);
      expect(isRevoked).toBe(false);
      await owner.query('COMMIT');
      return Promise.all([approval, late, revocation]);
    });
    expect([replies[0].status, replies[1].status]).toEqual([200, 401]);
    expect((await admin().get(`/purchase-orders/${next}`)).status).toBe('pending_approval');
  });

  describe('a change of permissions waits for a decision in progress and then succeeds', () => {
    it.each<[string, 'PUT' | 'DELETE', () => Asked | Promise<Asked>]>([
      ['a revocation', 'DELETE', async () => [`/tokens/${(await mint(['read'])).id}`]],
      ['a change of a user', 'PUT', async () => [`/users/${await person()}`, { role: 'finance_officer' }]],
      ['a deactivation', 'DELETE', async () => [`/users/${await person()}`]],
      ['the end of a delegation', 'DELETE', async () => [await delegation()]],
      ['settings', 'PUT', () => ['/settings', { require_distinct_approvers: true }]],
      ['permissions of a role', 'PUT', () => ['/roles/viewer', { permissions: ['invoices.approve'] }]],
      [
        'the head of a department',
        'PUT',
        async () => {
          const { id } = await admin().post('/departments', { name: 'Works', code: 'WORKS' }, 201);
          return [`/departments/${id}`, { head_user_id: await person() }];
        },
      ],
    ])('%s', async (_what, method, prepare) => {
      const [path, content] = await prepare();
      let isMade = false;
      const reply = await beside(async (owner) => {
        // The lock of a decision until its commit.
        await owner.query(LOCK('shared'), [tenantId()]);
        const asked = admin()
          .raw(method, path, content && JSON.stringify(content))
          .finally(() => (isMade = true));
        await waiting(asked);
        expect(isMade).toBe(false);
        await owner.query('COMMIT');
        return asked;
      });
      expect([200, 204]).toContain(reply.status);
    });
  });

  describe('a write that waits while its token is revoked returns 401 and changes nothing', () => {
    const anInvited = async (email: string): Promise<number> =>
      (await admin().post('/users', { name_en: 'New', email: `${email}@example.com`, role: 'viewer' }, 201)).id;
    const aRaise = async (): Promise<string> => {
      const order = await anApproved(admin(), vendorId);
      const items = [{ id: order.items[0].id, quantity: 20 }];
      const raise = await admin().post(`/purchase-orders/${order.id}/amendments`, { reason: 'More', items }, 201);
      return `/purchase-orders/${order.id}/amendments/${raise.amendment?.id ?? raise.id}`;
    };
    const anInvoice = async (): Promise<number> => (await approved(admin(), await anOrder(service))).id;
    const aSubmittedInvoice = async (): Promise<number> => (await submitted(admin(), await anOrder(service))).id;
    const hook = { name: 'ERP', url: 'https://127.0.0.1:8443/in', events: ['invoice.paid'] };
    const aWebhook = async (): Promise<number> => (await admin().post('/webhooks', hook, 201)).id;

    it.each<[string, 'POST' | 'PUT' | 'DELETE', () => Asked | Promise<Asked>]>([
      ['the creation of a token', 'POST', () => ['/tokens', { name: 'x', abilities: ['read'] }]],
      ['a revocation', 'DELETE', async () => [`/tokens/${(await mint(['read'])).id}`]],
      ['an invitation', 'POST', () => ['/users', { name_en: 'X', email: 'x@example.com', role: 'viewer' }]],
      ['a repeated invitation', 'POST', async () => [`/users/${await anInvited('again')}/invite`, {}]],
      ['a change of a user', 'PUT', async () => [`/users/${await person()}`, { role: 'admin' }]],
      ['a deactivation', 'DELETE', async () => [`/users/${await person()}`]],
      ['an activation', 'POST', async () => [`/users/${await anInvited('active')}/activate`, {}]],
      [
        'a delegation',
        'POST',
        async () => [`/users/${service.tenant.user.id}/delegations`, { delegate_id: await person(), ...days }],
      ],
      ['the end of a delegation', 'DELETE', async () => [await delegation()]],
      ['settings', 'PUT', () => ['/settings', { default_vat_rate: 7 }]],
      [
        'the approval workflow of orders',
        'PUT',
        () => ['/approval-workflows/purchase-orders', { rules: [{ steps: [{ role: 'viewer' }] }] }],
      ],
      ['the approval workflow of amendments', 'PUT', () => ['/approval-workflows/amendments', { rules: null }]],
      [
        'the approval workflow of invoices',
        'PUT',
        () => [
          '/approval-workflows/invoices',
          { rules: [{ when: { without_order: true }, steps: [{ role: 'admin' }] }] },
        ],
      ],
      [
        'the head of a new department',
        'POST',
        async () => ['/departments', { name: 'New', code: 'NEW', head_user_id: await person() }],
      ],
      [
        'the head of a department',
        'PUT',
        async () => {
          const { id } = await admin().post('/departments', { name: 'Labs', code: 'LABS' }, 201);
          return [`/departments/${id}`, { head_user_id: await person() }];
        },
      ],
      [
        'the approval of an order',
        'POST',
        async () => [`/purchase-orders/${(await aSubmitted(admin(), vendorId)).id}/approve`, {}],
      ],
      [
        'the rejection of an order',
        'POST',
        async () => [`/purchase-orders/${(await aSubmitted(admin(), vendorId)).id}/reject`, { reason: 'no' }],
      ],
      ['the approval of an amendment', 'POST', async () => [`${await aRaise()}/approve`, {}]],
      ['the rejection of an amendment', 'POST', async () => [`${await aRaise()}/reject`, { reason: 'no' }]],
      ['the approval of an invoice', 'POST', async () => [`/invoices/${await aSubmittedInvoice()}/approve`, {}]],
      [
        'the override of a mismatch',
        'POST',
        async () => [`/invoices/${await aSubmittedInvoice()}/approve`, { override: true, comments: 'so be it' }],
      ],
      [
        'the rejection of an invoice',
        'POST',
        async () => [`/invoices/${await aSubmittedInvoice()}/reject`, { reason: 'no' }],
      ],
      ['the withdrawal of an invoice', 'POST', async () => [`/invoices/${await aSubmittedInvoice()}/withdraw`, {}]],
      ['the void of an invoice', 'POST', async () => [`/invoices/${await anInvoice()}/void`, { reason: 'no' }]],
      [
        'a credit note',
        'POST',
        async () => [
          `/invoices/${await anInvoice()}/credit-notes`,
          { credit_note_number: 'CN-1', reason: 'returned', amount: 10 },
        ],
      ],
      [
        'the cancellation of a credit note',
        'POST',
        async () => {
          const note = { credit_note_number: 'CN-2', reason: 'returned', amount: 10 };
          const { id } = await admin().post(`/invoices/${await anInvoice()}/credit-notes`, note, 201);
          return [`/credit-notes/${id}/cancel`, { reason: 'no' }];
        },
      ],
      ['a payment', 'POST', async () => [`/invoices/${await anInvoice()}/payments`, { amount: 10 }]],
      [
        'the reversal of a payment',
        'POST',
        async () => {
          const id = await anInvoice();
          const payment = await admin().post(`/invoices/${id}/payments`, { amount: 10 }, 201);
          return [`/invoices/${id}/payments/${payment.id}/reverse`, { reason: 'no' }];
        },
      ],
      ['a webhook subscription', 'POST', () => ['/webhooks', hook]],
      ['a change of a subscription', 'PUT', async () => [`/webhooks/${await aWebhook()}`, { name: 'Other' }]],
      ['the rotation of a webhook secret', 'POST', async () => [`/webhooks/${await aWebhook()}/rotate-secret`, {}]],
      [
        'the unblocking of a vendor',
        'POST',
        async () => {
          const { id } = await aVendor(admin(), { name: 'Blocked once' });
          await admin().post(`/vendors/${id}/block`, { reason: 'no' }, 200);
          return [`/vendors/${id}/unblock`, {}];
        },
      ],
      [
        'the verification of bank details',
        'POST',
        async () => {
          const officer = (await colleague(service, 'procurement_officer')).client;
          const { id } = await aVendor(officer, { bank_account: 'ACC-1' });
          const [account] = await officer.get(`/vendors/${id}/bank-accounts`);
          return [`/vendors/${id}/bank-accounts/${account.id}/verify`, {}];
        },
      ],
      [
        'the increase of a budget',
        'PUT',
        async () => [`/budgets/${(await aBudget(admin(), { category: 'Held' })).id}`, { allocated_amount: 200_000 }],
      ],
      [
        'the carry-forward of orders to another budget',
        'POST',
        async () => {
          const old = await aBudget(admin(), { category: 'Carried', status: 'closed' });
          const next = await aBudget(admin(), { category: 'Carried', fiscal_year: 2027 });
          return [`/budgets/${old.id}/carry-forward`, { to_budget_id: next.id }];
        },
      ],
    ])('%s', async (_what, method, prepare) => {
      const token = await mint(['admin']);
      const [path, content] = await prepare();
      const before = await written(token);
      const reply = await beside(async (owner) => {
        await owner.query(LOCK('alone'), [tenantId()]);
        await owner.query('UPDATE api_tokens SET revoked_at = now() WHERE tenant_id = $1 AND id = $2', [
          tenantId(),
          token.id,
        ]);
        const asked = admin()
          .as(token.token)
          .raw(method, path, content && JSON.stringify(content));
        // The guard admitted the request because the revocation is uncommitted. It now waits for the authority lock.
        await waiting(asked);
        await owner.query('COMMIT');
        return asked;
      });
      expect([reply.status, reply.body]).toEqual([401, UNAUTHENTICATED]);
      expect(await written(token)).toEqual(before);
    });
  });
});
