import { byPrimaryKey } from '../../vendors';
/**
 * What a vendor's number is compared by, beside its folded text (`number_key`): bare of punctuation and spaces, and short, which
 * lacks the leading zeros of each run of digits too. `NS-01001` is `ns01001` bare and `ns1001` short. The expressions are those of
 * the indexes `ix_invoices_number_bare` and `ix_invoices_number_short`.
 */
const OTHERS = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u066a-\u066d\u2000-\u206f]+`;
const bare = (key: string): string => `regexp_replace(${key}, '${OTHERS}', '', 'g')`;
const short = (key: string): string => bare(String.raw`regexp_replace(${key}, '(^|[^0-9])0+(?=[0-9])', '\1', 'g')`);

const FOUND = 'i.id, i.invoice_number, i.vendor_invoice_number, i.vendor_id';
const OF_SELLER = `FROM invoices i
  WHERE i.tenant_id = $1 AND i.vendor_id = seller.id AND i.id <> me.id AND i.status <> 'cancelled' AND i.fiscal_year = me.fiscal_year`;

/**
 * Other invoices that may be the same one, cancelled ones apart: of the vendor, with the same date and total; and of the same
 * fiscal year, of the vendor or of one with the same VAT number or IBAN, now or before, with a number that is alike. The first of each kind,
 * an `AlikeInvoice` each. Values: tenant, invoice.
 */
export const ALIKE = `
WITH me AS (
  SELECT i.id, i.vendor_id, i.fiscal_year, i.invoice_date, i.total, ARRAY[${bare('i.number_key')}, ${short('i.number_key')}] AS keys,
         v.vat_key, iban_key(v.bank_account) AS iban
    FROM invoices i JOIN vendors v ON v.tenant_id = $1 AND v.id = i.vendor_id WHERE i.tenant_id = $1 AND i.id = $2
), seller AS (
  SELECT vendor_id AS id FROM me
  UNION SELECT v.id FROM me JOIN vendors v ON v.tenant_id = $1 AND v.vat_key = me.vat_key
  UNION SELECT a.vendor_id FROM me JOIN vendor_bank_accounts a ON a.tenant_id = $1 AND a.iban = me.iban
), found AS (
  SELECT 'number' AS kind, n.*
    FROM me CROSS JOIN seller CROSS JOIN LATERAL (
      SELECT ${FOUND} ${OF_SELLER} AND ${bare('i.number_key')} = ANY (me.keys)
      UNION SELECT ${FOUND} ${OF_SELLER} AND ${short('i.number_key')} = ANY (me.keys)) n
  UNION ALL
  SELECT 'total', ${FOUND} FROM me JOIN invoices i
      ON i.tenant_id = $1 AND i.vendor_id = me.vendor_id AND i.invoice_date = me.invoice_date AND i.total = me.total
     AND i.id <> me.id AND i.status <> 'cancelled'
)
SELECT DISTINCT ON (1) CASE WHEN found.vendor_id <> me.vendor_id THEN 'twin' ELSE found.kind END AS kind, found.id,
       found.vendor_invoice_number AS number, found.invoice_number AS own,
       (SELECT v.name FROM vendors v WHERE v.tenant_id = $1 AND v.id = found.vendor_id AND ${byPrimaryKey('v')}) AS vendor
  FROM found CROSS JOIN me ORDER BY 1, found.id`;
