import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Decimal } from '../../common/money';
import type { Warning } from '../../common/warning';
import { AuditLog, type Transaction } from '../../database';
import { TenantSettings } from '../../tenants';
import { exceededWarning, requireSufficient } from '../domain/control';
import { available } from '../domain/figures';
import type { MovementDocument } from '../ledger/ledger.repository';
import type { StoredBudget } from '../stored-budget';

/** What an approval says about a budget that does not suffice. */
export interface Override {
  readonly override: boolean;
  readonly comments: string | null;
}

/** Asks a locked budget for money, and keeps who insisted where it had none. */
@Injectable()
export class BudgetControl {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Lets the document have so much more of the budget, or refuses.
   * @throws DomainError BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async grant(
    tx: Transaction,
    actor: Actor,
    budget: StoredBudget,
    requested: Decimal,
    { document, over }: { readonly document: MovementDocument; readonly over: Override },
  ): Promise<Warning[]> {
    const { settings } = await this.tenants.of(tx);
    const rule = { action: settings.over_budget_action, override: over.override };
    const verdict = requireSufficient(budget, requested, rule);
    if (verdict === 'sufficient' || verdict === 'ignored') return [];
    if (verdict === 'overridden') {
      await this.audit.record(tx, actor, {
        action: 'overridden',
        entityType: 'budget',
        entityId: budget.id,
        details: {
          purchase_order_id: document.orderId,
          invoice_id: document.invoiceId,
          requested: requested.toFixed(),
          available: available(budget.allocated, budget.figures).toFixed(),
          comments: over.comments,
        },
      });
    }
    return [exceededWarning(budget, requested)];
  }
}
