import { isoSql } from '../../database';
import type { MatchReason } from '../../invoices';
import { vendorSql } from '../../vendors';
import type { MatchExceptionOut } from './answers';

/** An invoice that waits for a decision and is no full match. */
export interface ExceptionRow extends Omit<MatchExceptionOut, 'reasons'> {
  readonly reasons: readonly MatchReason[] | null;
}

const SHOWN_EXCEPTIONS = 50;

/** SELECT of {@link ExceptionRow}s, the first 50, the longest waiting first. Value: the tenant. */
export const EXCEPTIONS = `
SELECT i.id AS invoice_id, i.invoice_number, i.vendor_invoice_number, i.match_status, i.currency, i.total::float8 AS total,
       ${isoSql('i.submitted_at')} AS submitted_at, i.match -> 'reasons' AS reasons,
       ${vendorSql('$1', 'i.vendor_id')} AS vendor
  FROM invoices i
 WHERE i.tenant_id = $1 AND i.status IN ('submitted', 'pending') AND i.match_status <> 'full_match'
 ORDER BY i.submitted_at, i.id LIMIT ${SHOWN_EXCEPTIONS}`;
