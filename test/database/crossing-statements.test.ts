import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApplication } from '../../src/application';
import { seedDemo } from '../../src/operations/demo/demo-tenant';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { statementsOf } from '../support/statements';

const PAGE = readFileSync(join(__dirname, '../../docs/scaling.md'), 'utf8');
const DISTRIBUTED = [...PAGE.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, name]) => name);
const CROSSING = PAGE.split('### Which statements cross')[1]?.split('\n## ')[0] ?? '';
const FUNCTIONS = new Map(
  [...CROSSING.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)].map(([, name = '', about]) => [name, about]),
);

/** SECURITY DEFINER functions that the service may execute. Row level security does not restrict their owner. */
const AS_OWNER = `
  SELECT p.proname AS name, p.prosrc LIKE '%app.tenant_id%' OR 'tenant' = ANY (coalesce(p.proargnames, '{}')) AS "ofOne"
    FROM pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.prorettype <> 'trigger'::regtype
     AND has_function_privilege('procurement_service', p.oid, 'EXECUTE') ORDER BY 1`;

const READS = [
  '/purchase-orders',
  '/purchase-orders?search=paper&status=approved',
  '/purchase-orders/1',
  '/purchase-orders/1/trail',
  '/vendors?search=a',
  '/invoices',
  '/goods-receipts',
  '/budgets',
  '/reports/spending?group_by=vendor',
  '/reports/spending?group_by=category',
  '/reports/vendor-performance',
  '/reports/po-status',
  '/reports/invoice-matching',
  '/changes',
  '/audit-log',
  '/webhooks',
];

/** The section "Which statements cross" of docs/scaling.md must match the service. */
describe('Statements of a service whose tables are distributed by tenant', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  it('query several tenants only in the functions that the page lists', async () => {
    const { rows } = await service.owner.query<{ name: string; ofOne: boolean }>(AS_OWNER);
    const listed = rows.map(({ name }) => [name, FUNCTIONS.get(name) === 'one tenant']);
    expect(listed).toEqual(rows.map(({ name, ofOne }) => [name, ofOne]));
    expect([...FUNCTIONS.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('contain the tenant of each distributed table otherwise', async () => {
    const sent = await statementsOf(async () => {
      const worker = await createApplication({ ...service.environment, PROCESS_ROLE: 'worker' });
      const { token } = await seedDemo(worker);
      for (const path of READS) {
        await service.client({ token: token?.token ?? '' }).get(path);
      }
      for (const work of worker.get(Periodic).works) await work.run();
      await worker.close();
    });
    expect(new Set(sent).size).toBeGreaterThan(150);
    expect([...new Set(sent)].filter((statement) => !namesTenants(statement))).toEqual([]);
  });
});

/** Whether a statement contains a tenant id at least as often as distributed tables. */
function namesTenants(statement: string): boolean {
  const tables = statement.match(new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|USING) "?(${DISTRIBUTED.join('|')})\\b`, 'g'));
  const tenants = statement.match(/\btenant_id\b|\bTenantId\b/gi);
  return (tables?.length ?? 0) <= (tenants?.length ?? 0);
}
