import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace, SecretBox } from '../../../common/secrets/secret-box';
import type { SealedColumn, SealedRow } from '../../../platform/database';

/** Where the secrets of a subscription belong; that of before a rotation is sealed for the same place. */
export const secretPlace = (tenantId: TenantId, id: number): SealedPlace => ({
  purpose: 'webhook secret',
  tenantId,
  record: String(id),
});

/** The secrets of a subscription, as its row has them. */
export interface SealedSecrets {
  readonly sealedSecret: string;
  readonly previousSealedSecret: string | null;
  readonly previousSecretUntil: Date | null;
}

/** The sealed secrets that sign at this time, newest first: after a rotation the previous one too, until its time is over. */
export function activeSecrets(secrets: SealedSecrets, now: Date): readonly [string, ...string[]] {
  const { sealedSecret: newest, previousSealedSecret: previous, previousSecretUntil: until } = secrets;
  const isRotating = previous !== null && until !== null && until > now;
  return isRotating ? [newest, previous] : [newest];
}

/**
 * The same secrets as texts, in the same order.
 * @throws Error for a secret that no key opens
 */
export function openSecrets(
  secretBox: SecretBox,
  [newest, ...older]: readonly [string, ...string[]],
  sealedFor: SealedPlace,
): readonly [string, ...string[]] {
  return [secretBox.open(newest, sealedFor), ...older.map((sealed) => secretBox.open(sealed, sealedFor))];
}

interface Row extends SealedRow {
  readonly id: number;
}

const secretsIn = (kind: string, column: 'sealed_secret' | 'previous_sealed_secret'): SealedColumn<Row> => ({
  kind,
  page: `SELECT id, ${column} AS sealed FROM webhook_subscriptions
          WHERE tenant_id = $1 AND ${column} <> '' AND NOT starts_with(${column}, $2)
          ORDER BY id OFFSET $3 LIMIT $4`,
  replace: `UPDATE webhook_subscriptions s SET ${column} = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, sealed text, resealed text)
             WHERE s.tenant_id = $1 AND s.id = r.id AND s.${column} = r.sealed RETURNING s.id`,
  place: (tenantId, { id }) => secretPlace(tenantId, id),
});

/** The secrets that sign now. */
export const WEBHOOK_SECRETS = secretsIn('webhook_secrets', 'sealed_secret');

/** The secrets of before a rotation, also those that sign no more. */
export const PREVIOUS_WEBHOOK_SECRETS = secretsIn('previous_webhook_secrets', 'previous_sealed_secret');
