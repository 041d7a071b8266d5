import { tenantIdFrom, type TenantId } from '../../common/records/ids';
import { settingsOf, type TimeLimits } from '../connection/time-limits';

/**
 * The settings of one transaction, which end with it: the lesser role, the tenant whose rows row level security shows, and how
 * long PostgreSQL may take. All of it is set inside the transaction: a pooler in transaction mode gives the next transaction
 * another connection, and a change of role alone changes no other setting.
 */
export interface TransactionSettings {
  /** No tenant: row level security then shows no tenant's rows at all. */
  readonly tenantId: TenantId | undefined;
  readonly role: string;
  readonly limits: TimeLimits;
}

/**
 * The settings as commands. SET LOCAL, unlike a SELECT of `set_config`, is not planned, and no row comes back. The role is set
 * again because a pooler may hand us a server connection that never saw our start-up options.
 */
export function settingCommands({ tenantId, role, limits }: TransactionSettings): string {
  const settings = settingsOf(limits).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  // Checked again, for it goes into the text of the commands.
  const tenant = tenantId === undefined ? '' : tenantIdFrom(tenantId);
  return [`SET LOCAL ROLE "${role}"`, `SET LOCAL app.tenant_id = '${tenant}'`, ...settings].join('; ');
}
