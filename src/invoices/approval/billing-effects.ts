import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { calendarDate } from '../../common/clock';
import type { Decimal } from '../../common/money';
import type { Warning } from '../../common/messages/warning';
import type { Transaction } from '../../database';
import { type LockedOrder, OrderProgressService } from '../../purchase-orders';
import type { StoredInvoice } from '../entities/stored-invoice';
import type { LockedInvoice } from '../invoices.repository';
import { InvoicePorts, type SpendingOverride, type SpentInvoice } from '../ports';
import { MatchingService } from './matching.service';

/**
 * What follows in other modules when what counts as billed changes: the order is settled, its waiting invoices are matched
 * again, and the budget is adjusted; its figures fall before they rise.
 */
@Injectable()
export class BillingEffects {
  constructor(
    private readonly orders: OrderProgressService,
    private readonly matching: MatchingService,
    private readonly ports: InvoicePorts,
  ) {}

  /**
   * The invoice was approved.
   * @param waiting the order's other invoices that wait
   * @returns what the approver should know of the budget
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN or BUDGET_EXCEEDED for an invoice without an order
   */
  async approved(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    waiting: readonly StoredInvoice[],
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    if (order) await this.billedChanged(tx, actor, order, waiting);
    return this.ports.budgets.spend(tx, actor, spentInvoice(invoice, now), invoice.total, over);
  }

  /** An approved invoice was voided, or `amount` of it credited. `billed`: whether quantities changed too. */
  async takenBack(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    change: { readonly amount: Decimal; readonly cause: 'void' | 'credit'; readonly billed: boolean },
  ): Promise<void> {
    await this.ports.budgets.takeBack(tx, actor, spentInvoice(invoice, now), change.amount, change.cause);
    if (order && change.billed) await this.billedChanged(tx, actor, order);
  }

  /** Something was paid, or refunded when the amount is negative. */
  async paid(tx: Transaction, actor: Actor, { invoice, now }: LockedInvoice, amount: Decimal): Promise<void> {
    await this.ports.budgets.pay(tx, actor, spentInvoice(invoice, now), amount);
  }

  private async billedChanged(
    tx: Transaction,
    actor: Actor,
    order: LockedOrder,
    waiting?: readonly StoredInvoice[],
  ): Promise<void> {
    const progress = await this.orders.settle(tx, actor, order);
    await this.matching.rematch(tx, actor, order, { progress, ...(waiting && { waiting }) });
  }
}

function spentInvoice(invoice: StoredInvoice, now: Date): SpentInvoice {
  const { id, invoiceNumber, purchaseOrderId: orderId, departmentId, vendorId, currency } = invoice;
  const approvedOn = calendarDate(invoice.approvedAt ?? now);
  return { id, invoiceNumber, orderId, departmentId, vendorId, currency, approvedOn };
}
