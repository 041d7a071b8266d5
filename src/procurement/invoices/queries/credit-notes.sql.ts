import { isoSql } from '../../../platform/database';
import { personSql } from '../../../organisation/users';

/** The date of a credit note `c`. Rows of the previous release have none; their UTC creation day applies. */
export const CREDIT_DATE = `coalesce(c.credit_date, (c.created_at AT TIME ZONE 'UTC')::date)`;

/** Fields of a credit note `c` without lines. $1 is the tenant. */
const OF_NOTE: Readonly<Record<string, string>> = {
  id: 'c.id',
  credit_note_number: 'c.credit_note_number',
  status: `CASE WHEN c.cancelled_at IS NULL THEN 'active' ELSE 'cancelled' END`,
  credit_date: `to_char(${CREDIT_DATE}, 'YYYY-MM-DD"T00:00:00.000Z"')`,
  amount: 'to_json(c.amount)',
  reason: 'c.reason',
  recorded_by: personSql('$1', 'c.created_by_id'),
  created_at: isoSql('c.created_at'),
  cancelled_at: isoSql('c.cancelled_at'),
  cancelled_by: personSql('$1', 'c.cancelled_by_id'),
  cancellation_reason: 'c.cancellation_reason',
};

const LINES = `(SELECT coalesce(json_agg(json_build_object('line_item_id', n.invoice_item_id, 'quantity', n.quantity,
    'amount', n.amount) ORDER BY n.id), '[]'::json)
  FROM credit_note_items n WHERE n.tenant_id = $1 AND n.credit_note_id = c.id)`;

const named = Object.entries(OF_NOTE).map(([name, sql]) => `'${name}', ${sql}`);

/** The credit notes of an invoice `i` as JSON, oldest first. $1 is the tenant. */
export const CREDIT_NOTES = `(SELECT coalesce(json_agg(json_build_object(${named.join(', ')}, 'lines', ${LINES}) ORDER BY c.id), '[]'::json)
    FROM credit_notes c WHERE c.tenant_id = $1 AND c.invoice_id = i.id)`;

export const NOTES = `credit_notes c
  JOIN invoices i ON i.tenant_id = c.tenant_id AND i.id = c.invoice_id
  JOIN vendors v ON v.tenant_id = c.tenant_id AND v.id = c.vendor_id`;

/** Columns of a `CreditNoteSummaryResponse` over {@link NOTES}. $1 is the tenant. */
export const SUMMARY = `
  ${Object.entries(OF_NOTE)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')},
  i.currency, json_build_object('id', v.id, 'name', v.name) AS vendor,
  json_build_object('id', i.id, 'invoice_number', i.invoice_number, 'vendor_invoice_number', i.vendor_invoice_number) AS invoice`;

/** Values: tenant, credit note. */
export const DETAIL = `SELECT ${SUMMARY}, ${LINES} AS lines FROM ${NOTES} WHERE c.tenant_id = $1 AND c.id = $2`;
