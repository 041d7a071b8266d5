import { settingsOf, type TimeLimits } from '../connection/time-limits';

/**
 * What holds for one transaction and is gone with it: the lesser role, the tenant whose rows row level security shows,
 * and how long PostgreSQL may take. All of it is set inside the transaction: a pooler in transaction mode gives the next
 * one another connection, and a change of role takes nothing else along.
 */
export interface TransactionSettings {
  /** No tenant: row level security then shows no tenant's rows at all. */
  readonly tenantId: string | undefined;
  readonly role: string;
  readonly limits: TimeLimits;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The settings as commands. SET LOCAL, unlike a SELECT of `set_config`, is not planned, and no row comes back. The role is set
 * again because a pooler may hand us a server connection that never saw our start-up options.
 */
export function settingCommands(settings: TransactionSettings): string {
  const limits = settingsOf(settings.limits).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return [`SET LOCAL ROLE "${settings.role}"`, `SET LOCAL app.tenant_id = '${tenantOf(settings)}'`, ...limits].join(
    '; ',
  );
}

function tenantOf({ tenantId }: TransactionSettings): string {
  if (tenantId === undefined) return '';
  if (!UUID.test(tenantId)) throw new Error('Not a tenant id');
  return tenantId;
}
