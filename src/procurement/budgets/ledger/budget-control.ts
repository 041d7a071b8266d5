import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { DomainError } from '../../../common/errors';
import type { Decimal } from '../../../common/money';
import type { Warning } from '../../../common/warnings';
import { AuditLog, type Transaction } from '../../../platform/database';
import type { BudgetOverride } from '../../purchase-orders';
import { TenantSettings } from '../../../organisation/tenants';
import { exceededWarning, requireSufficient } from '../domain/control';
import { available } from '../domain/ledger/amounts';
import type { LockedBudget } from '../budgets.repository';
import type { ChargedDocument } from './document-budgets.repository';
import type { MovementDocument } from './ledger.service';
import { NO_BUDGET } from './stored-warnings.sql';

/** Checks that a document has a budget and that it suffices. Records overrides. */
@Injectable()
export class BudgetControl {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Checks the amount by the tenant's setting `over_budget_action`. An override is added to the audit log.
   * @returns a warning if the document proceeds although the budget does not suffice
   * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  async grant(
    tx: Transaction,
    actor: Actor,
    budget: LockedBudget,
    requested: Decimal,
    { document, over }: { readonly document: MovementDocument; readonly over: BudgetOverride },
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
          available: available(budget.allocated, budget.amounts).toFixed(),
          comments: over.comments,
        },
      });
    }
    return [exceededWarning(budget, requested)];
  }

  /**
   * Returns a warning.
   * @throws DomainError BUDGET_REQUIRED if the setting `require_budget` is on
   */
  async warnOfNone(tx: Transaction, { departmentId, currency }: ChargedDocument): Promise<Warning[]> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.require_budget) return [NO_BUDGET];
    throw new DomainError(
      'BUDGET_REQUIRED',
      { key: 'budget.required' },
      { details: { department_id: departmentId, currency } },
    );
  }
}
