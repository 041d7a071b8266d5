import { Injectable } from '@nestjs/common';
import { ApprovalsService, type Person } from '../approvals';
import type { Actor } from '../common/actor';
import type { Warning } from '../common/warning';
import { VendorsService } from '../vendors';
import { auditDetails, subjectOf } from './approval-subject';
import { type ApproveRequest, type RejectRequest, requireComments, requireOverrideAbility } from './decision-requests';
import { nextStatus } from './domain/lifecycle';
import { requirePositiveTotal } from './domain/totals';
import { OrderChronicle } from './order-chronicle';
import { OrderLedger } from './order-ledger';
import { OrderProgressService } from './order-progress.service';
import { type ChangedOrder, OrderWork } from './order-work';

/** An order that waits for approval now. */
export interface SubmittedOrder {
  readonly id: number;
  readonly currentStep: number;
  readonly pendingApprovers: readonly Person[];
  readonly warnings: readonly Warning[];
}

/** An order's way through approval: submit, approve, reject, and back to a draft. */
@Injectable()
export class OrderApprovalService {
  constructor(
    private readonly work: OrderWork,
    private readonly approvals: ApprovalsService,
    private readonly vendors: VendorsService,
    private readonly ledger: OrderLedger,
    private readonly progress: OrderProgressService,
    private readonly chronicle: OrderChronicle,
  ) {}

  /**
   * Submits a draft: the workflow's steps are frozen onto it and its total is reserved.
   * @throws DomainError INVALID_STATUS, VALIDATION_ERROR on `items` for a total of 0, VENDOR_BLOCKED, BUDGET_REQUIRED,
   *   BUDGET_FROZEN
   */
  async submit(actor: Actor, id: number): Promise<SubmittedOrder> {
    return this.work.on(actor, id, async (tx, order) => {
      const status = nextStatus(order.status, 'submit');
      requirePositiveTotal(order.totalAmount);
      const vendor = await this.vendors.requireUsable(tx, order.vendorId);
      const round = order.submissions + 1;
      const { departmentId, expenseType, totalAmount: total, currency } = order;
      const routed = { departmentId, expenseType, total, currency };
      const pendingApprovers = await this.approvals.start(tx, subjectOf(order), routed, round);
      await this.work.update(tx, order, (at) => ({ status, submissions: round, currentStep: 1, submittedAt: at }));
      const warnings = await this.ledger.submitted(tx, actor, order, vendor);
      await this.chronicle.note(tx, actor, id, 'submitted');
      return { id, currentStep: 1, pendingApprovers, warnings };
    });
  }

  /**
   * Approves the current step; with the last one the order is approved and its total committed. What an override let
   * be billed before counts from now on.
   * @throws DomainError FORBIDDEN_ABILITY for an override without `admin`, INVALID_STATUS, NOT_CURRENT_APPROVER,
   *   SELF_APPROVAL_FORBIDDEN, VENDOR_BLOCKED, BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async approve(actor: Actor, id: number, request: ApproveRequest): Promise<ChangedOrder> {
    requireComments(request);
    return this.work.changeConfirmed(actor, id, async (tx, order) => {
      requireOverrideAbility(actor, request);
      const status = nextStatus(order.status, 'approve');
      const { comments, step } = request;
      const approval = { outcome: 'approved', comments, step } as const;
      const decision = await this.approvals.decide(tx, actor, subjectOf(order), approval);
      if (!decision.ended) {
        await this.work.update(tx, order, { currentStep: decision.currentStep });
        await this.chronicle.note(tx, actor, id, 'step_approved', auditDetails(decision));
        return [];
      }
      const [early] = await Promise.all([
        this.progress.billedEarly(tx, order),
        this.vendors.requireUsable(tx, order.vendorId),
      ]);
      const approvedAt = await this.work.update(tx, order, (at) => ({ status, currentStep: null, approvedAt: at }));
      const over = { override: request.overrideBudget === true, comments };
      const warnings = await this.ledger.approved(tx, actor, order, { over, early });
      const told = { approved_at: approvedAt.toISOString() };
      await this.chronicle.tell(tx, actor, order, 'approved', told, auditDetails(decision));
      if (early) await this.progress.settle(tx, actor, await this.progress.lock(tx, id));
      return warnings;
    });
  }

  /**
   * Rejects the order at its current step; later steps are skipped and the reservation is released.
   * @throws DomainError INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN
   */
  async reject(actor: Actor, id: number, { reason, step }: RejectRequest): Promise<ChangedOrder> {
    return this.work.changeConfirmed(actor, id, async (tx, order) => {
      const status = nextStatus(order.status, 'reject');
      const rejection = { outcome: 'rejected', comments: reason, step } as const;
      const decision = await this.approvals.decide(tx, actor, subjectOf(order), rejection);
      const rejectedAt = await this.work.update(tx, order, (at) => ({
        status,
        currentStep: null,
        rejectedAt: at,
        rejectionReason: reason,
      }));
      await this.ledger.released(tx, actor, order);
      const told = { rejected_at: rejectedAt.toISOString(), rejection_reason: reason };
      await this.chronicle.tell(tx, actor, order, 'rejected', told, { ...auditDetails(decision), reason });
      return [];
    });
  }

  /** Turns a rejected order back into a draft; the rounds it went through stay in its record. Throws INVALID_STATUS. */
  async revise(actor: Actor, id: number): Promise<ChangedOrder> {
    return this.work.change(actor, id, async (tx, order) => {
      const status = nextStatus(order.status, 'revise');
      await this.work.update(tx, order, { status, rejectedAt: null, rejectionReason: null });
      await this.chronicle.note(tx, actor, id, 'revised');
      return [];
    });
  }
}
