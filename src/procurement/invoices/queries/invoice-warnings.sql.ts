import type { Warning } from '../../../common/warnings';
import { PAID_UNVERIFIED, unverifiedSql, unverifiedWarnings } from '../../vendors';
import { type AlikeInvoice, alikeWarnings, blockedWarnings } from '../domain/entry/warnings';
import { ALIKE } from './invoice-twins.sql';
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
