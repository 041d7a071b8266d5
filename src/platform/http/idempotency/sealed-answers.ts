import type { TenantId } from '../../../common/records/ids';
import type { SealedPlace } from '../../../common/secrets/secret-box';
import type { SealedColumn, SealedRow } from '../../database';

/** Where the answer that is kept under a token's key belongs. */
export const answerPlace = (tenantId: TenantId, tokenId: number, key: string): SealedPlace => ({
  purpose: 'kept answer',
  tenantId,
  record: `${tokenId} ${key}`,
});

interface Row extends SealedRow {
  readonly token_id: number;
  readonly key: string;
}

/** Answers that are kept for safe retries, a day each. */
export const KEPT_ANSWERS: SealedColumn<Row> = {
  kind: 'kept_answers',
  page: `SELECT token_id, key, sealed_body AS sealed FROM idempotency_keys
          WHERE tenant_id = $1 AND NOT starts_with(sealed_body, $2) ORDER BY token_id, key OFFSET $3 LIMIT $4`,
  replace: `UPDATE idempotency_keys k SET sealed_body = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (token_id bigint, key text, sealed text, resealed text)
             WHERE k.tenant_id = $1 AND k.token_id = r.token_id AND k.key = r.key AND k.sealed_body = r.sealed
            RETURNING k.key`,
  place: (tenantId, { token_id, key }) => answerPlace(tenantId, token_id, key),
};
