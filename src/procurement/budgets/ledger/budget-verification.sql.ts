import { Injectable } from '@nestjs/common';
import { decimal, minorUnits } from '../../../common/money';
import type { BudgetId, TenantId } from '../../../common/records/ids';
import { query, type TenantWalk, UnitOfWork, type Walked, walkTenants } from '../../../platform/database';

/**
 * Every budget with each amount three times: stored on the budget, summed from its ledger, and computed from documents.
 * Only the ledger contains the budget of a document. Parameters: tenant, minor units by currency as JSON.
 */
const VERIFICATION = `
WITH ledger AS (
  SELECT budget_id, sum(reserved_change) AS reserved, sum(committed_change) AS committed, sum(spent_change) AS spent,
         sum(paid_change) AS paid, count(*) AS movements,
         sum(reserved_change) FILTER (WHERE expense_type = 'CAPEX') AS capex_reserved,
         sum(committed_change) FILTER (WHERE expense_type = 'CAPEX') AS capex_committed,
         sum(spent_change) FILTER (WHERE expense_type = 'CAPEX') AS capex_spent
    FROM budget_movements WHERE tenant_id = $1 GROUP BY budget_id
), reserving AS (
  -- The order waits, and this is where its last submit reserved, or to which that was carried forward.
  SELECT DISTINCT ON (m.purchase_order_id) m.budget_id, o.total_amount AS reserved, o.expense_type = 'CAPEX' AS capex
    FROM budget_movements m
    JOIN purchase_orders o ON o.tenant_id = m.tenant_id AND o.id = m.purchase_order_id
   WHERE m.tenant_id = $1 AND m.reserved_change > 0 AND o.status = 'pending_approval' AND m.created_at >= o.submitted_at
   ORDER BY m.purchase_order_id, m.id DESC
), committing AS (
  -- The last budget that took a commitment of the order: it may have been carried forward.
  SELECT DISTINCT ON (purchase_order_id) purchase_order_id, budget_id
    FROM budget_movements WHERE tenant_id = $1 AND committed_change > 0 AND invoice_id IS NULL
   ORDER BY purchase_order_id, id DESC
), billed AS (
  SELECT l.matched_item_id AS item_id, sum(l.quantity - l.credited_quantity) AS quantity
    FROM invoices i
    JOIN invoice_items l ON l.tenant_id = i.tenant_id AND l.invoice_id = i.id
   WHERE i.tenant_id = $1 AND i.status IN ('approved', 'paid') AND i.purchase_order_id IS NOT NULL
   GROUP BY l.matched_item_id
), bound AS (
  SELECT c.budget_id, sum(line.net + vat.amount) AS committed,
         sum(line.net + vat.amount) FILTER (WHERE o.expense_type = 'CAPEX') AS capex_committed
    FROM committing c
    JOIN purchase_orders o ON o.tenant_id = $1 AND o.id = c.purchase_order_id AND o.status = 'approved'
    JOIN purchase_order_items p ON p.tenant_id = $1 AND p.purchase_order_id = o.id
    LEFT JOIN billed ON billed.item_id = p.id
   CROSS JOIN LATERAL (SELECT ($2::jsonb ->> o.currency)::int AS digits) minor
   CROSS JOIN LATERAL (
     SELECT round(greatest(p.quantity - p.closed_quantity - coalesce(billed.quantity, 0), 0) * p.unit_price, minor.digits) AS net) line
   CROSS JOIN LATERAL (SELECT round(line.net * p.vat_rate / 100, minor.digits) AS amount) vat
   GROUP BY c.budget_id
), spending AS (
  -- What was spent stays in its budget when the order is carried forward.
  SELECT DISTINCT ON (invoice_id) invoice_id, budget_id
    FROM budget_movements WHERE tenant_id = $1 AND type = 'spend'
   ORDER BY invoice_id, id
), billing AS (
  SELECT i.id, coalesce(s.budget_id, c.budget_id) AS budget_id, i.total - i.credited_amount AS spent,
         o.expense_type = 'CAPEX' AS capex
    FROM committing c
    JOIN purchase_orders o ON o.tenant_id = $1 AND o.id = c.purchase_order_id
    JOIN invoices i ON i.tenant_id = $1 AND i.purchase_order_id = c.purchase_order_id
    LEFT JOIN spending s ON s.invoice_id = i.id
   WHERE i.status IN ('approved', 'paid')
  UNION ALL
  SELECT i.id, s.budget_id, i.total - i.credited_amount, false
    FROM spending s
    JOIN invoices i ON i.tenant_id = $1 AND i.id = s.invoice_id
   WHERE i.purchase_order_id IS NULL AND i.status IN ('approved', 'paid')
), invoiced AS (
  SELECT b.budget_id, sum(b.spent) AS spent, sum(b.spent) FILTER (WHERE b.capex) AS capex_spent,
         sum((SELECT sum(p.amount) FROM payments p WHERE p.tenant_id = $1 AND p.invoice_id = b.id)) AS paid
    FROM billing b GROUP BY b.budget_id
)
SELECT b.id, b.name,
       json_build_object('reserved', b.reserved_amount::text, 'committed', b.committed_amount::text,
                         'spent', b.spent_amount::text, 'paid', b.paid_amount::text,
                         'capex_reserved', b.capex_reserved::text, 'capex_committed', b.capex_committed::text,
                         'capex_spent', b.capex_spent::text, 'movements', b.movement_count::text) AS kept,
       json_build_object('reserved', coalesce(l.reserved, 0)::text, 'committed', coalesce(l.committed, 0)::text,
                         'spent', coalesce(l.spent, 0)::text, 'paid', coalesce(l.paid, 0)::text,
                         'capex_reserved', coalesce(l.capex_reserved, 0)::text,
                         'capex_committed', coalesce(l.capex_committed, 0)::text,
                         'capex_spent', coalesce(l.capex_spent, 0)::text,
                         'movements', coalesce(l.movements, 0)::text) AS ledger,
       json_build_object(
         'reserved', coalesce((SELECT sum(r.reserved) FROM reserving r WHERE r.budget_id = b.id), 0)::text,
         'committed', coalesce(bound.committed, 0)::text, 'spent', coalesce(v.spent, 0)::text,
         'paid', coalesce(v.paid, 0)::text,
         'capex_reserved',
           coalesce((SELECT sum(r.reserved) FROM reserving r WHERE r.budget_id = b.id AND r.capex), 0)::text,
         'capex_committed', coalesce(bound.capex_committed, 0)::text,
         'capex_spent', coalesce(v.capex_spent, 0)::text,
         -- How many there were is known to the ledger alone.
         'movements', coalesce(l.movements, 0)::text) AS documents
  FROM budgets b
  LEFT JOIN ledger l ON l.budget_id = b.id
  LEFT JOIN bound ON bound.budget_id = b.id
  LEFT JOIN invoiced v ON v.budget_id = b.id
 WHERE b.tenant_id = $1 ORDER BY b.id`;

const FIGURES = [
  'reserved',
  'committed',
  'spent',
  'paid',
  'capex_reserved',
  'capex_committed',
  'capex_spent',
  'movements',
] as const;
type Amounts = Readonly<Record<(typeof FIGURES)[number], string>>;

interface VerifiedRow {
  readonly id: BudgetId;
  readonly name: string;
  readonly kept: Amounts;
  readonly ledger: Amounts;
  readonly documents: Amounts;
}

/** A figure of a budget that differs. Exact decimals as text. */
export interface BudgetDifference {
  readonly tenant_id: TenantId;
  readonly budget_id: BudgetId;
  readonly name: string;
  readonly figure: (typeof FIGURES)[number];
  /** Stored on the budget. */
  readonly kept: string;
  /** Sum of its ledger. */
  readonly ledger: string;
  /** Computed from orders, invoices and payments. */
  readonly documents: string;
}

/** Compares the running amounts of budgets with their ledgers and with the documents. */
@Injectable()
export class BudgetVerification {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @returns the number of all budgets, and every figure that differs */
  async all(walk: TenantWalk = {}): Promise<Walked & { budgets: number; differences: readonly BudgetDifference[] }> {
    let budgets = 0;
    const differences: BudgetDifference[] = [];
    const walked = await walkTenants(this.unitOfWork, walk, async (id) => {
      const rows = await this.rows(id);
      budgets += rows.length;
      differences.push(...rows.flatMap((row) => differencesOf(id, row)));
    });
    return { ...walked, budgets, differences };
  }

  private async rows(tenantId: TenantId): Promise<readonly VerifiedRow[]> {
    const [currencies] = await this.unitOfWork.read<[{ currency: string }]>(
      tenantId,
      query('SELECT currency FROM budgets WHERE tenant_id = $1 GROUP BY currency', [tenantId]),
    );
    const digits = Object.fromEntries(currencies.map(({ currency }) => [currency, minorUnits(currency)]));
    const verification = query(VERIFICATION, [tenantId, JSON.stringify(digits)]);
    return (await this.unitOfWork.read<[VerifiedRow]>(tenantId, verification))[0];
  }
}

function differencesOf(tenantId: TenantId, { id, name, kept, ledger, documents }: VerifiedRow): BudgetDifference[] {
  return FIGURES.filter((figure) => {
    const expected = decimal(documents[figure]);
    return !decimal(kept[figure]).eq(expected) || !decimal(ledger[figure]).eq(expected);
  }).map((figure) => ({
    tenant_id: tenantId,
    budget_id: id,
    name,
    figure,
    kept: kept[figure],
    ledger: ledger[figure],
    documents: documents[figure],
  }));
}
