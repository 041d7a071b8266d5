import { Injectable } from '@nestjs/common';
import { ApprovalsService, auditDetails, overriddenBudget } from '../../approvals';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import { requireRule } from '../../../common/actor/abilities';
import { toNumber } from '../../../common/money';
import { omitUndefined } from '../../../common/records/given';
import { together, type Warning } from '../../../common/warnings';
import type { OrderId, UserId } from '../../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../../platform/database';
import { VendorReferences } from '../../vendors';
import { type ApproveRequest, type RejectRequest, routedAs, subjectOf } from '../approval/approval.service';
import { type AmendmentChanges, nextAmendmentStatus, requireChange, requireNoneOpen } from '../domain/amendment';
import { nextStatus } from '../domain/lifecycle';
import { changedBy, requireComments, requireAmendable, requireOverrideAbility, requester } from '../domain/policy';
import { totalsOf } from '../domain/totals';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from '../entities/purchase-order-amendment.entity';
import { OrderEffects } from '../progress/order-effects';
import { type BudgetOverride, OrderPorts } from '../ports';
import { OrderProgressService } from '../progress/progress.service';
import { PurchaseOrdersRepository } from '../purchase-orders.repository';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';
import { type AmendmentProposal, AmendmentProposals } from './amendment-proposal';
import { type AmendmentRow, AmendmentsQueries } from './amendments.queries';
import { AmendmentsRepository } from './amendments.repository';

export interface AmendmentRequest {
  readonly reason: string;
  readonly changes: AmendmentChanges;
}

/** An amendment after a change, with warnings for the caller. */
export interface ChangedAmendment {
  readonly amendment: AmendmentRow;
  readonly warnings?: readonly Warning[];
}

/** Amendments of approved orders: request, withdraw, decide step by step, apply. */
@Injectable()
export class AmendmentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly orders: PurchaseOrdersRepository,
    private readonly amendments: AmendmentsRepository,
    private readonly proposals: AmendmentProposals,
    private readonly approvals: ApprovalsService,
    private readonly vendors: VendorReferences,
    private readonly effects: OrderEffects,
    private readonly ports: OrderPorts,
    private readonly progress: OrderProgressService,
    private readonly queries: AmendmentsQueries,
    private readonly orderQueries: PurchaseOrdersQueries,
  ) {}

  /**
   * Requests an amendment. Changes that no approver could object to apply at once. All others need approval, with the
   * steps of an order of the new total.
   * @throws DomainError NOT_FOUND, INVALID_STATUS unless approved and without pending amendment, VALIDATION_ERROR,
   * VENDOR_BLOCKED
   */
  async request(actor: Actor, orderId: OrderId, { reason, changes }: AmendmentRequest): Promise<ChangedAmendment> {
    requireChange(changes);
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      requireAmendable(order);
      requireNoneOpen((await this.amendments.open(tx, orderId)) !== null);
      const proposal = await this.proposals.of(tx, order, changes);
      const vendor = proposal.atOnce ? undefined : await this.vendors.requireUsable(tx, order.vendorId);
      const amendment = await this.amendments.insert(tx, {
        purchaseOrderId: orderId,
        reason,
        changes: proposal.changes,
        totalBefore: order.totalAmount,
        totalAfter: proposal.totals.total,
        createdById: requester(actor),
      });
      const { id } = amendment;
      if (vendor) {
        const routed = routedAs(order, vendor, proposal.totals.total);
        await this.approvals.start(tx, subjectOf(order, amendment), routed, 1);
        await this.amendments.update(tx, amendment, { currentStep: 1 });
        await this.effects.record(tx, actor, orderId, 'amendment_requested', { amendment_id: id, reason });
        return { amendment: await this.queries.get(tx, orderId, id) };
      }
      const status = nextAmendmentStatus(amendment.status, 'approve');
      const over = { override: false, comments: null };
      const warnings = await this.apply(tx, actor, order, amendment, proposal, { over });
      await this.amendments.end(tx, amendment, status);
      await this.publishAmended(tx, actor, order, amendment, { amendment_id: id, reason });
      return { amendment: await this.queries.get(tx, orderId, id), warnings };
    });
  }

  /** @throws DomainError NOT_FOUND, INVALID_STATUS */
  async cancel(actor: Actor, orderId: OrderId, id: number, reason: string | null): Promise<ChangedAmendment> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const amendment = await this.amendments.get(tx, orderId, id);
      await this.cancelAmendment(tx, actor, order, amendment, reason, 'amendment_cancelled');
      return { amendment: await this.queries.get(tx, orderId, id) };
    });
  }

  /**
   * Withdraws a pending amendment: cancels it and skips its open steps. Only the requester may do this.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, FORBIDDEN_ABILITY for anyone else without `admin`
   */
  async withdraw(actor: Actor, orderId: OrderId, id: number, reason: string | null): Promise<ChangedAmendment> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const amendment = await this.amendments.get(tx, orderId, id);
      nextAmendmentStatus(amendment.status, 'cancel');
      if (actor.userId !== amendment.createdById) requireRule(actor, 'purchase_orders.withdraw_any');
      await this.cancelAmendment(tx, actor, order, amendment, reason, 'amendment_withdrawn');
      return { amendment: await this.queries.get(tx, orderId, id) };
    });
  }

  /** Cancels the pending amendment of a locked order, if there is one. */
  async cancelOpen(tx: Transaction, actor: Actor, order: PurchaseOrder, reason: string | null): Promise<void> {
    const open = await this.amendments.open(tx, order.id);
    if (open) await this.cancelAmendment(tx, actor, order, open, reason, 'amendment_cancelled');
  }

  /**
   * Approves the current step. The last approval applies the amendment, after a new check against received and billed
   * quantities.
   * @throws DomainError like the approval of an order, and VALIDATION_ERROR on a line below its received or billed
   * quantity
   */
  async approve(actor: Actor, orderId: OrderId, id: number, request: ApproveRequest): Promise<ChangedAmendment> {
    requireComments(request);
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, order] = await Promise.all([this.authority.recheckToken(tx, actor), this.orders.lock(tx, orderId)]);
      const amendment = await this.amendments.get(tx, orderId, id);
      requireOverrideAbility(actor, request);
      const status = nextAmendmentStatus(amendment.status, 'approve');
      requireAmendable(order);
      const { comments, step } = request;
      const approval = { outcome: 'approved', comments, step } as const;
      const [warnings, round] = await Promise.all([
        this.orderQueries.warnings(tx, orderId),
        this.approvals.load(tx, subjectOf(order, amendment)),
      ]);
      const decision = this.approvals.decide(tx, actor, round, approval);
      if (!decision.ended) {
        const waiting = nextAmendmentStatus(amendment.status, 'approve_step');
        await this.amendments.update(tx, amendment, { status: waiting, currentStep: decision.currentStep });
        const details = { amendment_id: id, ...auditDetails(decision, { comments, requested: request, warnings }) };
        await this.effects.record(tx, actor, orderId, 'amendment_step_approved', details);
        return { amendment: await this.queries.get(tx, orderId, id), warnings };
      }
      const [proposal] = await Promise.all([
        this.proposals.of(tx, order, amendment.changes),
        this.vendors.requireUsable(tx, order.vendorId),
      ]);
      const over = { override: request.overrideBudget === true, comments };
      const changedByIds = changedBy(order.changedByIds, { userId: amendment.createdById });
      const ofRise = await this.apply(tx, actor, order, amendment, proposal, { over, changedByIds });
      await this.amendments.end(tx, amendment, status);
      const decided = { warnings: together(ofRise, warnings), overrode: overriddenBudget(request, ofRise) };
      const details = { amendment_id: id, ...auditDetails(decision, { comments, requested: request, ...decided }) };
      await this.publishAmended(tx, actor, order, amendment, details);
      return { amendment: await this.queries.get(tx, orderId, id), warnings: decided.warnings };
    });
  }

  /** @throws DomainError NOT_FOUND, INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN */
  async reject(actor: Actor, orderId: OrderId, id: number, { reason, step }: RejectRequest): Promise<ChangedAmendment> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, order] = await Promise.all([this.authority.recheckToken(tx, actor), this.orders.lock(tx, orderId)]);
      const amendment = await this.amendments.get(tx, orderId, id);
      const status = nextAmendmentStatus(amendment.status, 'reject');
      const rejection = { outcome: 'rejected', comments: reason, step } as const;
      const [warnings, round] = await Promise.all([
        this.orderQueries.warnings(tx, orderId),
        this.approvals.load(tx, subjectOf(order, amendment)),
      ]);
      const decision = this.approvals.decide(tx, actor, round, rejection);
      await this.amendments.end(tx, amendment, status, reason);
      const details = { amendment_id: id, ...auditDetails(decision, { warnings }), reason };
      await this.effects.record(tx, actor, orderId, 'amendment_rejected', details);
      return { amendment: await this.queries.get(tx, orderId, id), warnings };
    });
  }

  /**
   * Applies the proposal to the locked order and saves the replaced version. A higher commitment is checked against the
   * budget. The order completes if all its lines are now done.
   * @param decided `changedByIds`: after an approval, the authors including the requester of the amendment
   */
  private async apply(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    amendment: PurchaseOrderAmendment,
    { changed, added, totals, commitment }: AmendmentProposal,
    { over, changedByIds = order.changedByIds }: { readonly over: BudgetOverride; readonly changedByIds?: UserId[] },
  ): Promise<readonly Warning[]> {
    const status = nextStatus(order.status, 'amend');
    const totalBefore = order.totalAmount;
    const { notes, expectedDeliveryDate } = amendment.changes;
    await this.amendments.saveVersion(tx, order.id, amendment.id);
    await this.orders.updateItems(tx, order.id, changed);
    await this.orders.insertItems(tx, order.id, added);
    this.orders.update(tx, order, {
      status,
      ...totalsOf(totals),
      documentVersion: order.documentVersion + 1,
      changedByIds,
      ...omitUndefined({ notes, expectedDeliveryDate }),
    });
    const amended = { order, items: await this.orders.itemsOf(tx, order.id) };
    const warnings = await this.effects.amended(tx, actor, order, { totalBefore, commitment, over });
    const progress = await this.progress.settle(tx, actor, amended);
    await this.ports.matching.rematch(tx, actor, amended, { progress });
    return warnings;
  }

  private async publishAmended(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    { id, reason, totalBefore }: PurchaseOrderAmendment,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const more = {
      amendment_id: id,
      document_version: order.documentVersion,
      previous_total_amount: toNumber(totalBefore),
      reason,
      amended_at: order.updatedAt.toISOString(),
    };
    await this.effects.recordAndPublish(tx, actor, order, 'amended', more, details);
  }

  private async cancelAmendment(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    amendment: PurchaseOrderAmendment,
    reason: string | null,
    action: 'amendment_cancelled' | 'amendment_withdrawn',
  ): Promise<void> {
    const status = nextAmendmentStatus(amendment.status, 'cancel');
    await this.approvals.abandon(tx, subjectOf(order, amendment));
    await this.amendments.end(tx, amendment, status, reason);
    await this.effects.record(tx, actor, order.id, action, { amendment_id: amendment.id, reason });
  }
}
