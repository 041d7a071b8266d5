import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { DomainError } from '../common/errors';
import type { Warning } from '../common/warning';
import type { Transaction } from '../database';
import { TenantSettings } from '../tenants';
import type { BudgetedOrder, BudgetPort } from './progress/ports';

/** The answer of a tenant without any budget: nothing is checked, and a submit says so, or is refused by setting. */
@Injectable()
export class WithoutBudgets implements BudgetPort {
  constructor(private readonly tenants: TenantSettings) {}

  async reserve(tx: Transaction, _actor: Actor, order: BudgetedOrder): Promise<readonly Warning[]> {
    const { settings } = await this.tenants.of(tx);
    if (settings.require_budget) {
      throw new DomainError(
        'BUDGET_REQUIRED',
        { key: 'purchase_order.budget_required' },
        { details: { department_id: order.departmentId, currency: order.currency } },
      );
    }
    return [{ code: 'NO_BUDGET', text: { key: 'purchase_order.no_budget' } }];
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  commit(): Promise<readonly Warning[]> {
    return Promise.resolve([]);
  }

  adjust(): Promise<readonly Warning[]> {
    return Promise.resolve([]);
  }
}
