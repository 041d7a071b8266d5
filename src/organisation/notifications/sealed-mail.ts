import type { TenantId } from '../../common/records/ids';
import type { SealedPlace } from '../../common/secrets/secret-box';
import type { SealedColumn, SealedRow } from '../../platform/database';

/** Where a mail belongs. Its id is not known when it is sealed: the row is told by whom it goes to and when it was posted. */
export const mailPlace = (tenantId: TenantId, recipient: string, postedAt: Date): SealedPlace => ({
  purpose: 'waiting mail',
  tenantId,
  record: `${postedAt.toISOString()} ${recipient}`,
});

interface Row extends SealedRow {
  readonly id: number;
  readonly recipient: string;
  readonly created_at: Date;
}

export const WAITING_MAIL: SealedColumn<Row> = {
  kind: 'waiting_mail',
  page: `SELECT id, recipient, created_at, sealed_mail AS sealed FROM outgoing_mail
          WHERE tenant_id = $1 AND NOT starts_with(sealed_mail, $2) ORDER BY id OFFSET $3 LIMIT $4`,
  replace: `UPDATE outgoing_mail m SET sealed_mail = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, sealed text, resealed text)
             WHERE m.tenant_id = $1 AND m.id = r.id AND m.sealed_mail = r.sealed RETURNING m.id`,
  place: (tenantId, { recipient, created_at }) => mailPlace(tenantId, recipient, created_at),
};
