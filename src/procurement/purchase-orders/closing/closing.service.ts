import { Injectable } from '@nestjs/common';
import { AmendmentsService } from '../amendments/amendments.service';
import { ApprovalsService } from '../../approvals';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import { type CalendarDate, calendarDate, Clock } from '../../../common/clock';
import { type Decimal, max, sum, ZERO } from '../../../common/money';
import type { OrderId, OrderItemId } from '../../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../../platform/database';
import { VendorReferences } from '../../vendors';
import { overriddenBudget, overrideDetails } from '../../approvals';
import { subjectOf } from '../approval/approval.service';
import {
  type Engagements,
  requireCancellable,
  requireClosable,
  requireClosed,
  requireComments,
  requireOverrideAbility,
} from '../domain/policy';
import { closedShort, isReceived, lineFacts, orderCommitment, settledStatus } from '../domain/progress';
import type { PurchaseOrderItem } from '../entities/purchase-order-item.entity';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { PurchaseOrdersRepository } from '../purchase-orders.repository';
import type { ChangedOrder } from '../queries/order-rows';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';
import { OrderEffects } from '../progress/order-effects';
import { OrderPorts } from '../ports';

export interface ReopenRequest {
  readonly reason: string;
  readonly comments: string | null;
  /** Allows the commitment although the budget is exceeded. Needs `admin` and comments. */
  readonly overrideBudget?: boolean | undefined;
}

/** Cancels orders, closes them short, and reopens closed ones. */
@Injectable()
export class OrderClosingService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly authority: TokenAuthority,
    private readonly approvals: ApprovalsService,
    private readonly vendors: VendorReferences,
    private readonly amendments: AmendmentsService,
    private readonly ports: OrderPorts,
    private readonly effects: OrderEffects,
    private readonly clock: Clock,
  ) {}

  /**
   * Cancels an order permanently and releases its reservation or commitment.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, also for an approved order with accepted goods or live invoices
   */
  async cancel(actor: Actor, id: OrderId, reason: string): Promise<ChangedOrder> {
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const from = order.status;
      const status = requireCancellable(from, await this.engagements(tx, order));
      const cancelledAt = this.orders.update(tx, order, (at) => ({
        status,
        cancelledFrom: from,
        currentStep: null,
        cancelledAt: at,
        cancellationReason: reason,
      }));
      if (from === 'pending_approval') {
        await this.approvals.abandon(tx, subjectOf(order));
        await this.effects.released(tx, actor, order);
      }
      if (from === 'approved') {
        await this.amendments.cancelOpen(tx, actor, order, reason);
        await this.effects.cancelled(tx, actor, order);
      }
      const more = { cancelled_at: cancelledAt.toISOString(), cancellation_reason: reason };
      await this.effects.recordAndPublish(tx, actor, order, 'cancelled', more, { reason });
      return this.queries.answer(tx, order);
    });
    return answer();
  }

  /**
   * Closes an approved order short: takes the quantity that is neither accepted nor billed off each line and releases
   * its commitment. The order completes now if nothing is left to bill, otherwise once the rest is billed. A closed
   * order can be closed again if a return or a credit has reopened a line.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, also while an invoice of it awaits a decision
   */
  async close(actor: Actor, id: OrderId, reason: string): Promise<ChangedOrder> {
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const [{ items, accepted, billed }, { waiting }, waived] = await Promise.all([
        this.factsOf(tx, id),
        this.ports.invoices.openCounts(tx, id),
        this.waivedSinceClose(tx, order),
      ]);
      const isLate = isAfter(this.clock.today(), order);
      const lines = items.map((item) =>
        closedShort(lineFacts(withLateQuantity(item, order), accepted, billed), {
          waived: waived.get(item.id),
          isLate,
        }),
      );
      const takesOff = lines.some((line, index) => line.closedQuantity.gt(items[index]?.closedQuantity ?? ZERO));
      requireClosable(order, waiting, takesOff);
      const status = settledStatus({ status: order.status, closedByHand: true, threeWay: false, lines });
      await this.orders.closeItems(tx, id, lines);
      const before = order.status;
      const closedAt = this.orders.update(tx, order, (at) => ({
        status,
        completedAt: status === 'completed' ? at : null,
        closedAt: at,
        closeReason: reason,
        receivedInFull: isReceived(lines),
      }));
      await this.amendments.cancelOpen(tx, actor, order, reason);
      await this.effects.binds(tx, actor, order, orderCommitment(status, lines, order.currency), 'close');
      const more = { closed_at: closedAt.toISOString(), close_reason: reason };
      await this.effects.recordAndPublish(tx, actor, order, 'closed', more, { reason });
      await this.publishIfCompleted(tx, before, order, closedAt);
      return this.queries.answer(tx, order);
    });
    return answer();
  }

  /**
   * Reopens a closed order: it becomes approved, or completed if every line is done. Checks the budget.
   * @throws DomainError NOT_FOUND, VALIDATION_ERROR for an override without comments, FORBIDDEN_ABILITY for one without
   * `admin`, INVALID_STATUS for an order that is not closed, VENDOR_BLOCKED, BUDGET_FROZEN, BUDGET_CLOSED,
   * BUDGET_EXCEEDED
   */
  async reopen(actor: Actor, id: OrderId, request: ReopenRequest): Promise<ChangedOrder> {
    requireComments(request);
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, order] = await Promise.all([this.authority.recheckToken(tx, actor), this.orders.lock(tx, id)]);
      requireOverrideAbility(actor, request);
      const open = requireClosed(order);
      const [{ items, accepted, billed }, threeWay] = await Promise.all([
        this.factsOf(tx, id),
        this.ports.receipts.isThreeWay(tx, order),
        this.vendors.requireUsable(tx, order.vendorId),
      ]);
      const opened = items.map((item) => ({ ...item, closedQuantity: ZERO, closedLateQuantity: ZERO }));
      const lines = opened.map((item) => lineFacts(item, accepted, billed));
      const status = settledStatus({ status: open, closedByHand: false, threeWay, lines });
      await this.orders.closeItems(tx, id, lines);
      const before = order.status;
      const reopenedAt = this.orders.update(tx, order, (at) => ({
        status,
        completedAt: status === 'completed' ? at : null,
        closedAt: null,
        closeReason: null,
        receivedInFull: isReceived(lines),
      }));
      const { reason, comments, overrideBudget } = request;
      const over = { override: overrideBudget === true, comments };
      const commitment = orderCommitment(status, lines, order.currency);
      const warnings = await this.effects.reopened(tx, actor, order, commitment, over);
      const more = { reopened_at: reopenedAt.toISOString(), reason };
      const overrides = overrideDetails(request, overriddenBudget(request, warnings));
      const details = { reason, ...(comments && { comments }), ...overrides };
      await this.effects.recordAndPublish(tx, actor, order, 'reopened', more, details);
      await this.publishIfCompleted(tx, before, order, reopenedAt);
      const progress = { accepted, billed, threeWay };
      await this.ports.matching.rematch(tx, actor, { order, items: opened }, { progress });
      const read = this.queries.answer(tx, order);
      return async () => ({ ...(await read()), warnings });
    });
    return answer();
  }

  /** Publishes `completed` whenever an order becomes completed, also by a close or a reopen. */
  private async publishIfCompleted(
    tx: Transaction,
    before: PurchaseOrder['status'],
    order: PurchaseOrder,
    at: Date,
  ): Promise<void> {
    if (order.status !== 'completed' || before === 'completed') return;
    await this.effects.publishEvent(tx, order, 'completed', { completed_at: at.toISOString() });
  }

  private async factsOf(tx: Transaction, id: OrderId) {
    const [items, accepted, billed] = await Promise.all([
      this.orders.itemsOf(tx, id),
      this.ports.receipts.acceptedByItem(tx, id),
      this.ports.invoices.billedByItem(tx, id),
    ]);
    return { items, accepted, billed };
  }

  /** Credited minus returned quantities by line. Empty at the first close, which leaves all accepted quantities. */
  private async waivedSinceClose(
    tx: Transaction,
    { id, closedAt }: PurchaseOrder,
  ): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    if (closedAt === null) return new Map();
    const [credited, returned] = await Promise.all([
      this.ports.invoices.creditedByItem(tx, id),
      this.ports.receipts.returnedByItem(tx, id),
    ]);
    return new Map([...credited].map(([item, sum]) => [item, max(sum.minus(returned.get(item) ?? ZERO), ZERO)]));
  }

  private async engagements(tx: Transaction, order: PurchaseOrder): Promise<Engagements> {
    if (order.status !== 'approved') return { netReceived: ZERO, liveInvoices: 0 };
    const [accepted, { live }] = await Promise.all([
      this.ports.receipts.acceptedByItem(tx, order.id),
      this.ports.invoices.openCounts(tx, order.id),
    ]);
    return { netReceived: sum(accepted.values()), liveInvoices: live };
  }
}

/** Whether a day is after the expected delivery date. False without one. */
function isAfter(day: CalendarDate, { expectedDeliveryDate }: PurchaseOrder): boolean {
  return expectedDeliveryDate !== null && day > expectedDeliveryDate;
}

/** A line with its late-closed quantity. For closes from before this column existed, the day of the close decides. */
function withLateQuantity(item: PurchaseOrderItem, order: PurchaseOrder) {
  const { closedAt } = order;
  const wasLate = closedAt !== null && isAfter(calendarDate(closedAt), order);
  return { ...item, closedLateQuantity: item.closedLateQuantity ?? (wasLate ? item.closedQuantity : ZERO) };
}
