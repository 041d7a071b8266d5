import { settingsOf, type TimeLimits } from '../connection/time-limits';

/**
 * The settings of one transaction, which end with it: the lesser role, the tenant whose rows row level security shows, and how
 * long PostgreSQL may take. All of it is set inside the transaction: a pooler in transaction mode gives the next transaction
 * another connection, and a change of role alone changes no other setting.
 */
export interface Scope {
  /** No tenant: row level security then shows no tenant's rows at all. */
  readonly tenantId: string | undefined;
  readonly role: string;
  readonly limits: TimeLimits;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A scope as commands. SET LOCAL, unlike a SELECT of `set_config`, is not planned and returns no row. The role is set again
 * because a pooler may hand us a server connection that never saw our start-up options.
 */
export function scopeCommands(scope: Scope): string {
  const limits = settingsOf(scope.limits).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return [`SET LOCAL ROLE "${scope.role}"`, `SET LOCAL app.tenant_id = '${tenantOf(scope)}'`, ...limits].join('; ');
}

function tenantOf({ tenantId }: Scope): string {
  if (tenantId === undefined) return '';
  if (!UUID.test(tenantId)) throw new Error('Not a tenant id');
  return tenantId;
}
