import { Injectable } from '@nestjs/common';
import {
  type ApprovalSubject,
  ApprovalsService,
  auditDetails,
  type DecisionResult,
  overriddenBudget,
  type Person,
  type Routed,
} from '../../approvals';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import type { Decimal } from '../../../common/money';
import { omitUndefined } from '../../../common/records/given';
import type { OrderId } from '../../../common/records/ids';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import { type Transaction, UnitOfWork } from '../../../platform/database';
import { assertUsable, type ReferencedVendor, VendorReferences } from '../../vendors';
import { nextStatus } from '../domain/lifecycle';
import {
  authorsOf,
  changedBeforeSubmission,
  requireComments,
  requireOverrideAbility,
  requester,
  requireSubmitter,
} from '../domain/policy';
import { lineFacts, orderCommitment } from '../domain/progress';
import { requirePositiveTotal } from '../domain/totals';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from '../entities/purchase-order-amendment.entity';
import { OrderEffects } from '../progress/order-effects';
import { type BilledEarly, OrderPorts } from '../ports';
import { OrderProgressService } from '../progress/progress.service';
import { type LockedOrder, PurchaseOrdersRepository } from '../purchase-orders.repository';
import type { ChangedOrder } from '../queries/order-rows';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';

export interface ApproveRequest {
  readonly comments: string | null;
  readonly step?: number | undefined;
  /** Allows the approval although the budget is exceeded. Needs `admin` and comments. */
  readonly overrideBudget?: boolean | undefined;
}

export interface RejectRequest {
  readonly reason: string;
  readonly step?: number | undefined;
}

/** An order or an amendment, as the subject of a decision. */
type OrderSubject = Exclude<ApprovalSubject, { kind: 'invoice' }>;

export interface SubmittedOrder {
  readonly id: OrderId;
  readonly currentStep: number;
  readonly pendingApprovers: readonly Person[];
  readonly warnings: readonly Warning[];
}

/** The approval of an order: submit, approve, reject, withdraw, and revise. */
@Injectable()
export class OrderApprovalService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly approvals: ApprovalsService,
    private readonly vendors: VendorReferences,
    private readonly effects: OrderEffects,
    private readonly ports: OrderPorts,
    private readonly progress: OrderProgressService,
  ) {}

  /**
   * Submits a draft: freezes the workflow's steps onto it and reserves its total.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, VENDOR_BLOCKED, BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED;
   * VALIDATION_ERROR on `items` for a total of 0, and on a department or project that has been deactivated
   */
  async submit(actor: Actor, id: OrderId): Promise<SubmittedOrder> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const status = nextStatus(order.status, 'submit');
      requirePositiveTotal(order.totalAmount);
      const [vendor] = await Promise.all([
        this.vendors.requireUsable(tx, order.vendorId),
        this.queries.requirePlaces(tx, order, 'validation.deactivated'),
      ]);
      const round = order.submissions + 1;
      const submittedById = requester(actor);
      const changedByIds = changedBeforeSubmission(order);
      const submittedAt = this.orders.update(tx, order, (at) => ({
        status,
        submissions: round,
        currentStep: 1,
        submittedAt: at,
        submittedById,
        changedByIds,
      }));
      const pendingApprovers = await this.approvals.start(tx, subjectOf(order), routedAs(order, vendor), round);
      const warnings = await this.effects.submitted(tx, actor, order, vendor);
      await this.effects.recordAndPublish(tx, actor, order, 'submitted', { submitted_at: submittedAt.toISOString() });
      return { id, currentStep: 1, pendingApprovers, warnings };
    });
  }

  /**
   * Approves the current step. The last approval approves the order and commits its total, minus invoices that an
   * override approved before the order.
   * @param ifMatch the version that the approver read; any other is rejected
   * @throws DomainError NOT_FOUND, VALIDATION_ERROR for an override without comments, FORBIDDEN_ABILITY for one without
   * `admin`, PRECONDITION_FAILED, INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN, VENDOR_BLOCKED,
   * BUDGET_FROZEN, BUDGET_CLOSED, BUDGET_EXCEEDED
   */
  async approve(actor: Actor, id: OrderId, request: ApproveRequest, ifMatch?: IfMatch): Promise<ChangedOrder> {
    requireComments(request);
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, order] = await Promise.all([this.authority.recheckToken(tx, actor), this.orders.lock(tx, id)]);
      requireOverrideAbility(actor, request);
      requireVersion(ifMatch, order.version);
      const status = nextStatus(order.status, 'approve');
      const { comments, step } = request;
      const approval = { outcome: 'approved', comments, step } as const;
      const [round, vendor, invoices] = await Promise.all([
        this.approvals.load(tx, subjectOf(order)),
        this.vendors.lookUp(tx, order.vendorId),
        this.ports.invoices.openCounts(tx, id),
      ]);
      const decision = this.approvals.decide(tx, actor, round, approval);
      const { currentStep } = decision;
      if (currentStep !== null) return this.advanceStep(tx, actor, order, { ...decision, currentStep }, request);
      assertUsable(vendor);
      const invoiced = invoices.live > 0 ? await this.invoicedBefore(tx, order) : undefined;
      const approvedAt = this.orders.update(tx, order, (at) => ({ status, currentStep: null, approvedAt: at }));
      const over = { override: request.overrideBudget === true, comments };
      const warnings = await this.effects.approved(tx, actor, order, { over, early: invoiced?.early });
      const more = { approved_at: approvedAt.toISOString() };
      const overrode = overriddenBudget(request, warnings);
      const details = auditDetails(decision, { comments, requested: request, overrode, warnings });
      await this.effects.recordAndPublish(tx, actor, order, 'approved', more, details);
      if (invoiced) {
        const progress = invoiced.early && (await this.progress.settle(tx, actor, invoiced));
        await this.ports.matching.rematch(tx, actor, invoiced, omitUndefined({ progress }));
      }
      const read = this.queries.answer(tx, order);
      return async () => ({ ...(await read()), warnings });
    });
    return answer();
  }

  /** After the approval of a step before the last. @returns waits for the answer */
  private async advanceStep(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    decision: DecisionResult & { readonly currentStep: number },
    request: ApproveRequest,
  ): Promise<() => Promise<ChangedOrder>> {
    const { step, currentStep } = decision;
    const { comments } = request;
    const status = nextStatus(order.status, 'approve_step');
    const at = this.orders.update(tx, order, { status, currentStep });
    const more = { step, next_step: currentStep, comments, step_approved_at: at.toISOString() };
    const warnings = await this.queries.warnings(tx, order.id);
    const details = auditDetails(decision, { comments, requested: request, warnings });
    await this.effects.recordAndPublish(tx, actor, order, 'step_approved', more, details);
    return this.queries.answer(tx, order);
  }

  /**
   * Rejects the order at its current step, skips later steps and releases the reservation.
   * @param ifMatch the version that the approver read; any other is rejected
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN
   */
  async reject(actor: Actor, id: OrderId, { reason, step }: RejectRequest, ifMatch?: IfMatch): Promise<ChangedOrder> {
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, order] = await Promise.all([this.authority.recheckToken(tx, actor), this.orders.lock(tx, id)]);
      requireVersion(ifMatch, order.version);
      const status = nextStatus(order.status, 'reject');
      const rejection = { outcome: 'rejected', comments: reason, step } as const;
      const [warnings, round] = await Promise.all([
        this.queries.warnings(tx, id),
        this.approvals.load(tx, subjectOf(order)),
      ]);
      const decision = this.approvals.decide(tx, actor, round, rejection);
      const rejectedAt = this.orders.update(tx, order, (at) => ({
        status,
        currentStep: null,
        rejectedAt: at,
        rejectionReason: reason,
      }));
      await this.effects.released(tx, actor, order);
      const more = { rejected_at: rejectedAt.toISOString(), rejection_reason: reason };
      const details = { ...auditDetails(decision, { warnings }), reason };
      await this.effects.recordAndPublish(tx, actor, order, 'rejected', more, details);
      const read = this.queries.answer(tx, order);
      return async () => ({ ...(await read()), warnings });
    });
    return answer();
  }

  /**
   * Returns a submitted order to draft and releases its reservation. Only the submitter may do this.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, FORBIDDEN_ABILITY for anyone else without `admin`
   */
  async withdraw(actor: Actor, id: OrderId, reason: string | null): Promise<ChangedOrder> {
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const status = nextStatus(order.status, 'withdraw');
      requireSubmitter(order, actor);
      const withdrawnAt = this.orders.update(tx, order, { status, currentStep: null });
      await this.approvals.abandon(tx, subjectOf(order));
      await this.effects.released(tx, actor, order);
      const more = { withdrawn_at: withdrawnAt.toISOString(), reason };
      await this.effects.recordAndPublish(tx, actor, order, 'withdrawn', more, reason === null ? {} : { reason });
      return this.queries.answer(tx, order);
    });
    return answer();
  }

  /**
   * Turns a rejected order back into a draft. The earlier rounds of approval remain on record.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async revise(actor: Actor, id: OrderId): Promise<ChangedOrder> {
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const status = nextStatus(order.status, 'revise');
      const revisedAt = this.orders.update(tx, order, { status, rejectedAt: null, rejectionReason: null });
      await this.effects.recordAndPublish(tx, actor, order, 'revised', { revised_at: revisedAt.toISOString() });
      return this.queries.answer(tx, order);
    });
    return answer();
  }

  /**
   * An order that was invoiced before its approval.
   * @returns `early`: the invoices that are approved already, and the commitment without them; undefined without such
   */
  private async invoicedBefore(
    tx: Transaction,
    order: PurchaseOrder,
  ): Promise<LockedOrder & { readonly early: BilledEarly | undefined }> {
    const [items, invoices, billed] = await Promise.all([
      this.orders.itemsOf(tx, order.id),
      this.ports.invoices.approvedOf(tx, order.id),
      this.ports.invoices.billedByItem(tx, order.id),
    ]);
    if (invoices.length === 0) return { order, items, early: undefined };
    const lines = items.map((item) => lineFacts(item, new Map(), billed));
    return { order, items, early: { invoices, commitment: orderCommitment('approved', lines, order.currency) } };
  }
}

/** The approval subject of an order or of its amendment. Authors of an order count as authors of its amendments. */
export function subjectOf(order: PurchaseOrder, amendment?: PurchaseOrderAmendment): OrderSubject {
  const barredIds = amendment ? [...authorsOf(order), amendment.createdById] : authorsOf(order);
  const sides = { barredIds, departmentId: order.departmentId };
  if (amendment) return { kind: 'amendment', orderId: order.id, amendmentId: amendment.id, ...sides };
  return { kind: 'order', orderId: order.id, ...sides };
}

/** The input of the workflow for an order; with `total`, for the order after an amendment. */
export function routedAs(order: PurchaseOrder, vendor: Pick<ReferencedVendor, 'category'>, total?: Decimal): Routed {
  const { departmentId, projectId, expenseType, currency, totalAmount } = order;
  const ofOrder = { withoutOrder: false, projectId, departmentId, expenseType, currency };
  return { ...ofOrder, vendorCategory: vendor.category, total: total ?? totalAmount };
}
