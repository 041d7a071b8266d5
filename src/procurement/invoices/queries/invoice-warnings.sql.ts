import type { Warning } from '../../../common/warnings';
import { byPrimaryKey, PAID_UNVERIFIED, unverifiedSql, unverifiedWarnings } from '../../vendors';
import { type AlikeInvoice, alikeWarnings, blockedWarnings } from '../domain/entry/warnings';
import { BLOCKED } from './invoices.sql';

export interface Causes {
  readonly vendor: string;
  readonly blocked: boolean;
  readonly alike: readonly AlikeInvoice[] | null;
  /** The invoice would be paid, or was paid, to unverified bank details, and the tenant has warnings for that. */
  readonly unverified: boolean;
  readonly budget: unknown;
}

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
 * Possible duplicates of invoice `i` of tenant $1, except cancelled ones, as `AlikeInvoice` rows: the first of each
 * kind.
 * - `total`: same vendor, date and total
 * - `number`: same vendor and fiscal year, similar number. Numbers are similar if their `number_shape`, with or without
 *   leading zeros, is one of the two shapes of the invoice's number.
 * - `twin`: as `number`, but for another vendor with the same VAT number or IBAN, current or earlier
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

const WARNS = `(SELECT coalesce(t.settings->>'bank_change_control', 'warn') FROM tenants t WHERE t.id = $1) = 'warn'`;

/** Whether a payment of invoice `i` would go to unverified bank details. */
const TO_UNVERIFIED = `(${WARNS} AND ${unverifiedSql('i.vendor_id')})`;

/** Whether an active payment went to bank details that are still unverified. */
const PAID_TO_UNVERIFIED = `(${WARNS} AND EXISTS (
    SELECT FROM payments p
     WHERE p.tenant_id = $1 AND p.invoice_id = i.id AND ${PAID_UNVERIFIED}
       AND NOT EXISTS (SELECT FROM payments r WHERE r.tenant_id = $1 AND r.reverses_id = p.id)))`;

/**
 * The causes of the warnings of an invoice `i` as JSON (`Causes`); null for a cancelled invoice. $1 is the tenant.
 * @param budget SQL of the budget warnings
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
 * The invoice `i` is an exception: submitted, or pending with a blocked vendor or a warning. Submitted means that its
 * match is not approvable or its vendor was blocked at the last match. $1 is the tenant.
 */
export const stuckSql = (budget: string): string => `(i.status = 'submitted' OR (i.status = 'pending' AND (EXISTS (
    SELECT FROM vendors v WHERE v.tenant_id = i.tenant_id AND v.id = i.vendor_id AND ${BLOCKED})
    OR ${TO_UNVERIFIED} OR (${budget}) IS NOT NULL OR EXISTS (${ALIKE}))))`;
