import { byPrimaryKey } from '../../vendors';

const FOUND = 'f.id, f.invoice_number, f.vendor_invoice_number, f.vendor_id';

/**
 * Other invoices that may be the same one as invoice `i` of tenant $1, cancelled ones apart: of the vendor, with the same date and
 * total; and of the same fiscal year, of the vendor or of one with the same VAT number or IBAN, now or before, with a number that is
 * alike: its shape (`number_shape`), with or without leading zeros, is one of the invoice's two. The first of each kind, an
 * `AlikeInvoice` each.
 */
export const ALIKE = `
WITH me AS (
  SELECT i.id, i.vendor_id, i.fiscal_year, i.invoice_date, i.total,
         ARRAY[number_shape(i.number_key, false), number_shape(i.number_key, true)] AS shapes,
         v.vat_key, iban_key(v.bank_account) AS iban
    FROM vendors v WHERE v.tenant_id = $1 AND v.id = i.vendor_id
), seller AS (
  SELECT vendor_id AS id FROM me
  UNION SELECT v.id FROM me JOIN vendors v ON v.tenant_id = $1 AND v.vat_key = me.vat_key
  UNION SELECT a.vendor_id FROM me JOIN vendor_bank_accounts a ON a.tenant_id = $1 AND a.iban = me.iban
), found AS (
  SELECT 'number' AS kind, n.*
    FROM me CROSS JOIN alike_invoices(ARRAY(SELECT seller.id FROM seller), me.shapes, me.fiscal_year) AS alike (id)
   CROSS JOIN LATERAL (SELECT ${FOUND} FROM invoices f WHERE f.tenant_id = $1 AND f.id = alike.id OFFSET 0) n
   WHERE n.id <> me.id
  UNION ALL
  SELECT 'total', ${FOUND} FROM me JOIN invoices f
      ON f.tenant_id = $1 AND f.vendor_id = me.vendor_id AND f.invoice_date = me.invoice_date AND f.total = me.total
     AND f.id <> me.id AND f.status <> 'cancelled'
)
SELECT DISTINCT ON (1) CASE WHEN found.vendor_id <> me.vendor_id THEN 'twin' ELSE found.kind END AS kind, found.id,
       found.vendor_invoice_number AS number, found.invoice_number AS own,
       (SELECT v.name FROM vendors v WHERE v.tenant_id = $1 AND v.id = found.vendor_id AND ${byPrimaryKey('v')}) AS vendor
  FROM found CROSS JOIN me ORDER BY 1, found.id`;
