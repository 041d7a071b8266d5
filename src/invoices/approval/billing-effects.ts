import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { calendarDate } from '../../common/clock';
import type { Decimal } from '../../common/money';
import type { Warning } from '../../common/warning';
import type { Transaction } from '../../database';
import type { LockedOrder } from '../../goods-receipts';
import { OrderProgressService } from '../../purchase-orders';
import type { LockedInvoice } from '../invoice-work';
import { MatchingService } from './matching.service';
import { InvoicePorts, type SpendingOverride, type SpentInvoice } from '../ports';
import type { StoredInvoice } from '../entities/stored-invoice';

/**
 * What follows in other modules when what counts as billed changes: the order is settled, its waiting invoices are
 * matched again, and the budget hears of it, in the order in which its figures fall before they rise.
 */
@Injectable()
export class BillingEffects {
  constructor(
    private readonly orders: OrderProgressService,
    private readonly matches: MatchingService,
    private readonly ports: InvoicePorts,
  ) {}

  /** The invoice was approved. */
  async approved(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    if (order) await this.billedChanged(tx, actor, order);
    return this.ports.budgets.spend(tx, actor, spentInvoice(invoice, now), invoice.totals.total, over);
  }

  /** An approved invoice was voided, or `amount` of it credited. */
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

  private async billedChanged(tx: Transaction, actor: Actor, { order, items }: LockedOrder): Promise<void> {
    const status = await this.orders.settle(tx, actor, order.id);
    await this.matches.rematch(tx, actor, { order: { ...order, status }, items });
  }
}

function spentInvoice(invoice: StoredInvoice, now: Date): SpentInvoice {
  const { id, invoiceNumber, orderId, departmentId, vendorId, currency } = invoice;
  const approvedOn = calendarDate(invoice.approvedAt ?? now);
  return { id, invoiceNumber, orderId, departmentId, vendorId, currency, approvedOn };
}
