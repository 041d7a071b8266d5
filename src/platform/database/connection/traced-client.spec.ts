import { summaryOf } from './traced-client';

it.each([
  ['SELECT id FROM vendors WHERE tenant_id = $1', { operation: 'SELECT', table: 'vendors' }],
  ['SELECT "v"."id" AS "v_id" FROM "vendors" "v" FOR UPDATE', { operation: 'SELECT', table: 'vendors' }],
  [
    '\n  WITH told AS (SELECT * FROM unnest($1::uuid[]) AS e (id)), more AS MATERIALIZED (SELECT 1)\n  SELECT * FROM told JOIN more ON true',
    { operation: 'SELECT' },
  ],
  [
    'WITH due AS (SELECT id FROM webhook_deliveries) SELECT * FROM due',
    { operation: 'SELECT', table: 'webhook_deliveries' },
  ],
  [
    'WITH due AS (SELECT id FROM events FOR UPDATE) UPDATE webhook_deliveries SET a = 1',
    { operation: 'UPDATE', table: 'webhook_deliveries' },
  ],
  ['INSERT INTO "audit_log"("a") VALUES ($1)', { operation: 'INSERT', table: 'audit_log' }],
  [
    'SELECT i.id FROM invoices i JOIN orders o ON true FOR NO KEY UPDATE OF i',
    { operation: 'SELECT', table: 'invoices' },
  ],
  ['SELECT id FROM vendors FOR UPDATE SKIP LOCKED', { operation: 'SELECT', table: 'vendors' }],
  ['DELETE FROM outgoing_mail WHERE id = $1', { operation: 'DELETE', table: 'outgoing_mail' }],
  ['SELECT set_config($1, $2, true)', { operation: 'SELECT' }],
  ['COMMIT', { operation: 'COMMIT' }],
  ['SAVEPOINT part', { operation: 'SAVEPOINT' }],
  ["BEGIN READ ONLY; SET LOCAL app.tenant_id = '0190'", undefined],
])('returns the verb and the table of %j', (text, summary) => {
  expect(summaryOf(text)).toEqual(summary);
  expect(summaryOf(text)).toEqual(summary);
});
