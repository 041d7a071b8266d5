import type { Form } from '../../src/platform/http';
import { type Service, startApp, storyClock } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Client } from '../support/client';
import { asOwner, colleague, type Colleague } from '../support/purchase-orders';
import { until } from '../support/until';

/** A change of permissions by a PUT, and a request of the user before and after it. */
interface Change {
  readonly of: (person: Colleague) => readonly [path: string, body: object];
  readonly asks: readonly [method: string, path: string, body?: object];
  readonly before: number;
  readonly after: number;
}

const AUDIT_LOG = ['GET', '/audit-log'] as const;
const LOG_READERS = ['audit.read'];

const CHANGES: Readonly<Record<string, Change>> = {
  'a permission removed from a role': {
    of: () => ['/roles/auditor', { permissions: [] }],
    asks: AUDIT_LOG,
    before: 200,
    after: 403,
  },
  'a new role of a user': {
    of: ({ id }) => [`/users/${id}`, { role: 'viewer' }],
    asks: AUDIT_LOG,
    before: 200,
    after: 403,
  },
  'a role added to the invoice approvers': {
    of: () => ['/settings', { invoice_approver_roles: ['finance_manager', 'auditor'] }],
    // The invoice does not exist: 404 proves the permission.
    asks: ['POST', '/invoices/999999/approve', {}],
    before: 403,
    after: 404,
  },
};

describe('change of permissions by a PUT with an Idempotency-Key', () => {
  const clock = storyClock();
  let service: Service;
  let beside: Service;

  beforeAll(async () => {
    service = await startApp({ clock });
    beside = await startApp({ clock, beside: service });
  });
  afterAll(async () => {
    await beside.stop();
    await service.stop();
  });
  beforeEach(async () => {
    clock.advance(60_000);
    await asOwner(service, 'DELETE FROM role_permissions');
    // Clears the permission caches of the instances, which otherwise expire after 30 s.
    await service.client().put('/roles/auditor', { permissions: LOG_READERS }, 200);
  });

  /** Delays the commit of the request until `work` is done. The change itself is already written. */
  async function beforeCommit<T>(sent: () => Promise<T>, work: () => Promise<void>): Promise<T> {
    const locker = await service.owner.connect();
    try {
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE idempotency_keys IN SHARE MODE');
      const answer = awaitedLater(sent());
      await until(async () => {
        const waiting = await asOwner(
          service,
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE 'INSERT INTO idempotency_keys%'`,
        );
        return waiting.length > 0;
      });
      await work();
      await locker.query('COMMIT');
      return await answer;
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
  }

  describe.each<Form>(['a', 'b'])('Form %s', (form) => {
    it.each(Object.entries(CHANGES))(
      'applies from the next request on, on every instance: %s',
      async (_name, { of, asks: [method, path, body], before, after }) => {
        const person = await colleague(service, 'auditor');
        const theirs = person.client.through(form);
        const everywhere = [
          theirs,
          beside.client({ form, token: await service.mint(['read', 'approve'], person.email) }),
        ];
        const ask = (who: Client, status: number): Promise<unknown> => who.call(method, path, status, body);
        for (const who of everywhere) await ask(who, before);

        const [changed, content] = of(person);
        const headers = { 'idempotency-key': `power-${person.id}-${form}` };
        await beforeCommit(
          () => service.client({ form }).call('PUT', changed, 200, content, { headers }),
          async () => {
            for (const who of everywhere) await ask(who, before);
          },
        );
        for (const who of everywhere) await ask(who, after);
      },
    );
  });
});
