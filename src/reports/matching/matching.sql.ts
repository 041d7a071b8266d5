import { isoSql } from '../../database';
import { vendorSql } from '../../vendors';

const SHOWN_EXCEPTIONS = 50;

/** The invoices that wait for a decision on their match, the longest first. Values: tenant. */
export const EXCEPTIONS = `
SELECT i.id AS invoice_id, i.invoice_number, i.vendor_invoice_number, i.match_status, i.currency, i.total::float8 AS total,
       ${isoSql('i.submitted_at')} AS submitted_at, i.match -> 'reasons' AS reasons,
       ${vendorSql('$1', 'i.vendor_id')} AS vendor
  FROM invoices i
 WHERE i.tenant_id = $1 AND i.status IN ('submitted', 'pending') AND i.match_status <> 'full_match'
 ORDER BY i.submitted_at, i.id LIMIT ${SHOWN_EXCEPTIONS}`;
