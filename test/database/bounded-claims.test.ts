import type { PoolClient } from 'pg';
import { pruneEvents } from '../../src/platform/database';
import { type Service, startApp } from '../support/app';
import { asOwner } from '../support/purchase-orders';
import { sendImport } from '../support/imports';

const TABLES = ['outgoing_mail', 'imports', 'exports', 'idempotency_keys', 'events'];

/** Forces plans that evaluate the subquery once per row, like the plans right after a VACUUM of an empty table. */
const NESTED_LOOPS = [
  ...['hashjoin', 'mergejoin', 'material', 'memoize', 'indexscan', 'bitmapscan'].map(
    (kind) => `SET LOCAL enable_${kind} = off`,
  ),
  `UPDATE pg_class SET reltuples = 0, relpages = 1
    WHERE relnamespace = 'public'::regnamespace AND relname IN ('${TABLES.join("','")}')`,
];

describe('Statements that take a limited number of rows', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  /** Runs a statement with {@link NESTED_LOOPS} and rolls it back. @returns its rows */
  const taken = async (sql: string, values: unknown[] = []): Promise<unknown[]> => {
    const client: PoolClient = await service.owner.connect();
    try {
      await client.query('BEGIN');
      for (const statement of NESTED_LOOPS) await client.query(statement);
      return (await client.query(sql, values)).rows as unknown[];
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  it('claim at most the requested number of mails', async () => {
    await asOwner(
      service,
      `INSERT INTO outgoing_mail (tenant_id, recipient, sealed_mail, due_at, created_at)
       SELECT $1, 'a@example.com', 'sealed', now() - interval '1 minute', now() FROM generate_series(1, 5)`,
      [service.tenant.tenant.id],
    );
    expect(await taken('SELECT * FROM claim_mail(now(), now(), 2)')).toHaveLength(2);
  });

  it('claim one import and one export in total, even if several tenants have some', async () => {
    const tokens = [
      service.tenant.token.token,
      (await service.newTenant()).token.token,
      (await service.newTenant()).token.token,
    ];
    for (const token of tokens) {
      await sendImport(service, 'vendors', 'external_id,name\nv-1,One\n', { token });
      await service.client({ token }).post('/exports', { resources: ['vendors'], format: 'csv' }, 202);
    }
    expect(await taken('SELECT * FROM claim_import(now(), now(), gen_random_uuid())')).toHaveLength(1);
    expect(await taken('SELECT * FROM claim_export(now(), now(), gen_random_uuid())')).toHaveLength(1);
  });

  it('delete at most the requested number of idempotency keys and events', async () => {
    const client = service.client();
    for (let n = 0; n < 5; n += 1) {
      await client.post('/vendors', { name: `Vendor ${n}` }, 201, { headers: { 'idempotency-key': `vendor-${n}` } });
    }
    expect(await taken(`SELECT forget_idempotency_keys(now() + interval '90 days', 2) AS gone`)).toEqual([{ gone: 2 }]);
    const old = [service.tenant.tenant.id, new Date('2100-01-01')];
    expect(await taken(pruneEvents('true', 2), old)).toHaveLength(2);
  });
});
