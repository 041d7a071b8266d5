import type { TenantId } from '../../common/records/ids';
import type { SealedPlace } from '../../common/secrets/secret-box';
import type { SealedColumn, SealedRow } from '../../database';

/** Where the secrets of a subscription belong; that of before a rotation is sealed for the same place. */
export const secretPlace = (tenantId: TenantId, id: number): SealedPlace => ({
  purpose: 'webhook secret',
  tenantId,
  record: String(id),
});

interface Row extends SealedRow {
  readonly id: number;
}

const place = (tenantId: TenantId, { id }: Row): SealedPlace => secretPlace(tenantId, id);

/** The secrets that sign now. */
export const WEBHOOK_SECRETS: SealedColumn<Row> = {
  kind: 'webhook_secrets',
  page: `SELECT id, sealed_secret AS sealed FROM webhook_subscriptions
          WHERE tenant_id = $1 AND sealed_secret <> '' AND NOT starts_with(sealed_secret, $2)
          ORDER BY id OFFSET $3 LIMIT $4`,
  replace: `UPDATE webhook_subscriptions s SET sealed_secret = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, sealed text, resealed text)
             WHERE s.tenant_id = $1 AND s.id = r.id AND s.sealed_secret = r.sealed RETURNING s.id`,
  place,
};

/** The secrets of before a rotation, also those that sign no more. */
export const PREVIOUS_WEBHOOK_SECRETS: SealedColumn<Row> = {
  kind: 'previous_webhook_secrets',
  page: `SELECT id, previous_sealed_secret AS sealed FROM webhook_subscriptions
          WHERE tenant_id = $1 AND NOT starts_with(previous_sealed_secret, $2) ORDER BY id OFFSET $3 LIMIT $4`,
  replace: `UPDATE webhook_subscriptions s SET previous_sealed_secret = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, sealed text, resealed text)
             WHERE s.tenant_id = $1 AND s.id = r.id AND s.previous_sealed_secret = r.sealed RETURNING s.id`,
  place,
};
