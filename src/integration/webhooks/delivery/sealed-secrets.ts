import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace, SecretBox } from '../../../common/secrets/secret-box';
import type { SealedColumn, SealedRow } from '../../../platform/database';

/** Binds encrypted secrets to a subscription. The previous secret of a rotation uses the same binding. */
export const secretPlace = (tenantId: TenantId, id: number): SealedPlace => ({
  purpose: 'webhook secret',
  tenantId,
  record: String(id),
});

/** Columns of a subscription that contain its encrypted secrets. */
export interface SealedSecrets {
  readonly sealedSecret: string;
  readonly previousSealedSecret: string | null;
  readonly previousSecretUntil: Date | null;
}

/** The encrypted secrets that sign at this time, newest first. During a rotation the previous one is included. */
export function activeSecrets(secrets: SealedSecrets, now: Date): readonly [string, ...string[]] {
  const { sealedSecret: newest, previousSealedSecret: previous, previousSecretUntil: until } = secrets;
  const isRotating = previous !== null && until !== null && until > now;
  return isRotating ? [newest, previous] : [newest];
}

/** @throws Error if no key can decrypt a secret */
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

export const WEBHOOK_SECRETS = secretsIn('webhook_secrets', 'sealed_secret');

/** Previous secrets of rotations, including those that no longer sign. */
export const PREVIOUS_WEBHOOK_SECRETS = secretsIn('previous_webhook_secrets', 'previous_sealed_secret');
