import type { Warning } from '../../../common/warnings';
import { byPrimaryKey, PAID_UNVERIFIED, unverifiedSql, unverifiedWarnings } from '../../vendors';
import { type AlikeInvoice, alikeWarnings, blockedWarnings } from '../domain/entry/warnings';
import { BLOCKED } from './invoices.sql';

/** Why somebody who decides about an invoice should hesitate, as its causes were found. */
export interface Causes {
  /** Its vendor's name, and whether the vendor is blocked. */
  readonly vendor: string;
  readonly blocked: boolean;
  readonly alike: readonly AlikeInvoice[] | null;
  /** Its money goes, or went, to bank details that nobody has verified, where that is warned of. */
  readonly unverified: boolean;
  /** For the budgets' port to say. */
  readonly budget: unknown;
}

/** What stands of an invoice: as its entry says it, and from its submit on what an approval or a payment would be warned of. */
export function warningsOf(
  causes: Causes | null,
  ofBudget: (cause: unknown) => readonly Warning[],
): readonly Warning[] {
  if (causes === null) return [];
  const { vendor: name, blocked, alike, unverified, budget } = causes;
  return [
    ...blockedWarnings({ name }, blocked),
    ...alikeWarnings(alike ?? []),
    ...(unverified ? unverifiedWarnings('warn', { verified: false }, { name }) : []),
    ...ofBudget(budget),
  ];
}

const FOUND = 'f.id, f.invoice_number, f.vendor_invoice_number, f.vendor_id';

/**
 * Other invoices that may be the same one as invoice `i` of tenant $1, cancelled ones apart: of the vendor, with the same date and
 * total; and of the same fiscal year, of the vendor or of one with the same VAT number or IBAN, now or before, with a number that is
 * alike: its shape (`number_shape`), with or without leading zeros, is one of the invoice's two. The first of each kind, an
 * `AlikeInvoice` each.
 */
const ALIKE = `
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

/** Whether the tenant warns of payments to bank details that nobody has verified. */
const WARNS = `(SELECT coalesce(t.settings->>'bank_change_control', 'warn') FROM tenants t WHERE t.id = $1) = 'warn'`;

/** Whether a payment of invoice `i` would go to such. */
const TO_UNVERIFIED = `(${WARNS} AND ${unverifiedSql('i.vendor_id')})`;

/** Whether a payment of it that stands went to such, and nobody has verified them since. */
const PAID_TO_UNVERIFIED = `(${WARNS} AND EXISTS (
    SELECT FROM payments p
     WHERE p.tenant_id = $1 AND p.invoice_id = i.id AND ${PAID_UNVERIFIED}
       AND NOT EXISTS (SELECT FROM payments r WHERE r.tenant_id = $1 AND r.reverses_id = p.id)))`;

/**
 * The causes of the warnings of an invoice `i`, a `Causes` as JSON. A cancelled one has none. $1 is the tenant.
 * @param budget SQL of what its budget is warned of
 */
export const causesSql = (budget: string): string => `CASE WHEN i.status <> 'cancelled' THEN json_build_object(
    'vendor', (SELECT v.name FROM vendors v WHERE v.tenant_id = $1 AND v.id = i.vendor_id),
    'blocked', i.status IN ('draft', 'submitted', 'pending') AND EXISTS (
      SELECT FROM vendors v WHERE v.tenant_id = $1 AND v.id = i.vendor_id AND ${BLOCKED}),
    'alike', (SELECT json_agg(alike) FROM (${ALIKE}) alike),
    'unverified', CASE WHEN i.status IN ('submitted', 'pending', 'approved') THEN ${TO_UNVERIFIED} ELSE false END
      OR CASE WHEN i.status IN ('approved', 'paid') THEN ${PAID_TO_UNVERIFIED} ELSE false END,
    'budget', ${budget}) END`;

/**
 * An invoice `i` that waits for something other than a decision: its match is not approvable, else it would be pending, its vendor is
 * blocked, or a warning stands of it. $1 is the tenant.
 */
export const stuckSql = (budget: string): string => `(i.status = 'submitted' OR (i.status = 'pending' AND (EXISTS (
    SELECT FROM vendors v WHERE v.tenant_id = i.tenant_id AND v.id = i.vendor_id AND ${BLOCKED})
    OR ${TO_UNVERIFIED} OR (${budget}) IS NOT NULL OR EXISTS (${ALIKE}))))`;
