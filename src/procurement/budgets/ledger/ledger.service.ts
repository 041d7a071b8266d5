import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { type Decimal, max } from '../../../common/money';
import type { BudgetId, InvoiceId, OrderId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import type { LockedBudget } from '../budgets.repository';
import { crossing, plus, utilization } from '../domain/ledger/amounts';
import { netChange, type Posting } from '../domain/ledger/postings';
import { BudgetEvents } from './budget-events';

export interface MovementDocument {
  readonly orderId: OrderId | null;
  readonly invoiceId: InvoiceId | null;
  /** CAPEX or OPEX. */
  readonly expenseType: string;
}

/** Utilization of a budget within a transaction; percent, unrounded. */
interface Mark {
  /** Highest utilization that was compared with thresholds. */
  readonly published: Decimal;
  /** Utilization after the latest change. */
  readonly left: Decimal;
}

const MARKS = Symbol('utilization of budgets when the transaction found them');

const APPEND = `
INSERT INTO budget_movements (tenant_id, budget_id, type, purchase_order_id, invoice_id, expense_type,
                              reserved_change, committed_change, spent_change, paid_change, created_by_id, created_at)
SELECT $1, $2, p.type, $3, $4, $5, p.reserved, p.committed, p.spent, p.paid, $6, $7
  FROM jsonb_to_recordset($8::jsonb)
       AS p (type text, reserved numeric, committed numeric, spent numeric, paid numeric)`;

const ADD_TO_BUDGET = `
UPDATE budgets
   SET reserved_amount = reserved_amount + $3, committed_amount = committed_amount + $4,
       spent_amount = spent_amount + $5, paid_amount = paid_amount + $6,
       capex_reserved = capex_reserved + CASE WHEN $7 THEN $3 ELSE 0 END,
       capex_committed = capex_committed + CASE WHEN $7 THEN $4 ELSE 0 END,
       capex_spent = capex_spent + CASE WHEN $7 THEN $5 ELSE 0 END,
       movement_count = movement_count + $8, updated_at = $9
 WHERE tenant_id = $1 AND id = $2`;

/** Appends movements, adds them to the budget's running amounts, and publishes crossed thresholds. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly events: BudgetEvents,
    private readonly clock: Clock,
  ) {}

  async post(
    tx: Transaction,
    actor: Actor,
    budget: LockedBudget,
    document: MovementDocument,
    postings: readonly Posting[],
  ): Promise<LockedBudget> {
    if (postings.length === 0) return budget;
    const change = netChange(postings);
    const { orderId, invoiceId, expenseType } = document;
    const { reserved, committed, spent, paid } = change;
    const now = this.clock.now();
    const by = [actor.userId, now, asJson(postings)];
    const sums = [reserved.toFixed(), committed.toFixed(), spent.toFixed(), paid.toFixed()];
    // Not awaited, so that they leave with the commit: the budget is locked until then.
    void tx.send(APPEND, [tx.tenantId, budget.id, orderId, invoiceId, expenseType, ...by]);
    void tx.send(ADD_TO_BUDGET, [tx.tenantId, budget.id, ...sums, expenseType === 'CAPEX', postings.length, now]);
    const movementCount = budget.movementCount + postings.length;
    const after = { ...budget, amounts: plus(budget.amounts, change), movementCount };
    await this.alert(tx, budget, after);
    return after;
  }

  /**
   * Publishes `budget.threshold_reached` for crossed thresholds. The comparison uses the utilization at the start of
   * the transaction: a fall and a rise within one transaction, as for an approved invoice, cross nothing.
   */
  async alert(tx: Transaction, before: LockedBudget, after: LockedBudget): Promise<void> {
    const now = utilization(after.allocated, after.amounts);
    const found = await raiseMark(tx, before.id, utilization(before.allocated, before.amounts), now);
    const crossed = crossing(after.alertThresholds, found, now);
    if (crossed) await this.events.crossed(tx, after, crossed);
  }
}

/**
 * Percentages are unrounded.
 * @returns the utilization to compare with: that at the start of the transaction, or the highest since
 */
async function raiseMark(tx: Transaction, budgetId: BudgetId, from: Decimal, to: Decimal): Promise<Decimal> {
  const marks = await tx.once(MARKS, () => Promise.resolve(new Map<BudgetId, Mark>()));
  const known = marks.get(budgetId);
  // A rollback to a savepoint makes the stored mark invalid.
  const base = known?.left.eq(from) ? known.published : from;
  marks.set(budgetId, { published: max(base, to), left: to });
  return base;
}

/** Amounts as text, because a JSON number could lose digits. */
function asJson(postings: readonly Posting[]): string {
  return JSON.stringify(
    postings.map(({ type, change }) => ({
      type,
      reserved: change.reserved.toFixed(),
      committed: change.committed.toFixed(),
      spent: change.spent.toFixed(),
      paid: change.paid.toFixed(),
    })),
  );
}
