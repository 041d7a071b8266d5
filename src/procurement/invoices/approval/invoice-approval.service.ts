import { Injectable } from '@nestjs/common';
import {
  ApprovalsService,
  auditDetails,
  type DecisionResult,
  overriddenBudget,
  type Overridden,
  requireCurrentStep,
} from '../../approvals';
import { TokenAuthority } from '../../../organisation/auth';
import { hasAbility, requireRule } from '../../../common/actor/abilities';
import type { Actor } from '../../../common/actor';
import { invalidField } from '../../../common/errors';
import { together } from '../../../common/warnings';
import type { InvoiceId } from '../../../common/records/ids';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import { type Transaction, UnitOfWork } from '../../../platform/database';
import { type Settings, TenantSettings } from '../../../organisation/tenants';
import { isBlocked, VendorReferences } from '../../vendors';
import { type Decider, requireApprover, requireUnblocked } from '../domain/approval/authority';
import { requireUninvolved } from '../domain/approval/separation';
import { isOpen, nextStatus } from '../domain/lifecycle';
import { isSettled, statusAfterVoid } from '../domain/payments';
import { paymentFactsOf } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { InvoicesQueries } from '../queries/invoices.queries';
import type { InvoiceRow } from '../http/answers';
import { InvoiceDuties } from '../payments/duties.service';
import { InvoiceEffects } from '../invoice-effects';
import { InvoiceSteps } from '../invoice-steps.service';
import { type FreshMatch, MatchingService, NotMatchedError } from '../matching/matching.service';

export interface ApproveRequest {
  readonly comments: string | null;
  /** Approve despite the match result or a blocked vendor; requires `admin` and comments. */
  readonly override: boolean;
  /** Rejected if it is not the current step. Without steps it is 1. */
  readonly step?: number | undefined;
  /** Approve despite an insufficient budget; requires `admin` and comments. */
  readonly overrideBudget: boolean;
}

export interface RejectRequest {
  readonly reason: string;
  readonly step?: number | undefined;
}

@Injectable()
export class InvoiceApprovalService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly vendors: VendorReferences,
    private readonly tenants: TenantSettings,
    private readonly approvals: ApprovalsService,
    private readonly steps: InvoiceSteps,
    private readonly matching: MatchingService,
    private readonly duties: InvoiceDuties,
    private readonly effects: InvoiceEffects,
    private readonly queries: InvoicesQueries,
  ) {}

  /**
   * Approves the current step of an invoice, or an invoice without steps. The last approval matches the invoice again
   * under the lock of the order, so concurrent approvals cannot exceed the order together. A draft is submitted first.
   * An invoice with nothing due becomes paid.
   * @param ifMatch version that the approver saw; another version is rejected
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY for an override without `admin`, PRECONDITION_FAILED,
   *   INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN, VENDOR_BLOCKED, INVOICE_NOT_MATCHED with the
   *   match, and the budget errors of {@link InvoiceEffects.approved}
   */
  async approve(actor: Actor, id: InvoiceId, request: ApproveRequest, ifMatch?: IfMatch): Promise<InvoiceRow> {
    const { comments, override, overrideBudget } = request;
    const overrides = override || overrideBudget;
    if (overrides && !comments) throw invalidField('comments', 'validation.required');
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.recheckToken(tx, actor, 'invoices.approve'));
      if (overrides) requireRule(actor, 'invoices.override');
      requireVersion(ifMatch, locked.version);
      const status = nextStatus(locked.invoice.status, 'approve');
      const { decision, overrode } = await this.decide(tx, actor, locked, { outcome: 'approved', ...request });
      const { invoice, order, now } = locked;
      const vendor = await this.vendors.lookUp(tx, invoice.vendorId);
      const blocked = isBlocked(vendor);
      if (!override) requireUnblocked(vendor, blocked);
      const passed = {
        ...overrode,
        ...(blocked && { vendor: { vendor_id: vendor.id, vendor_status: vendor.status } }),
      };
      if (decision?.currentStep) return this.advanceStep(tx, actor, locked, decision, { ...request, overrode: passed });
      const match = await this.matching.match(tx, invoice, order);
      if (!match.approvable && !override) throw new NotMatchedError(match.result);
      const overridden = !match.approvable || blocked;
      const matched = await this.matching.save(tx, { invoice, result: match.result, status, currentStep: null });
      const approved = await this.invoices.update(tx, matched, {
        approvedAt: now,
        approvedById: actor.userId,
        submittedAt: invoice.submittedAt ?? now,
        overridden,
      });
      const over = { override: overrideBudget, comments };
      const ofBudget = await this.effects.approved(tx, actor, { ...locked, invoice: approved }, match, over);
      const warnings = together(ofBudget, await this.queries.warnings(tx, id));
      const more = { approved_at: now.toISOString() };
      const details = auditDetails(decision, {
        comments,
        requested: request,
        overrode: { ...passed, ...overriddenMatch(match), ...overriddenBudget(request, ofBudget) },
        warnings,
      });
      const { settings } = await this.tenants.of(tx);
      const tolerances = Object.fromEntries(TOLERANCES.map((name) => [name, settings[name]]));
      const alone = decision ? {} : { authority: { role: actor.role } };
      const facts = { ...alone, ...details, tolerances };
      await this.effects.recordAndPublish(tx, actor, { ...locked, invoice: approved }, 'approved', more, facts);
      if (isSettled(paymentFactsOf(approved))) {
        const settled = { status: nextStatus('approved', 'settle'), paidAt: now };
        const paid = await this.invoices.update(tx, approved, settled);
        await this.effects.publishIfSettled(tx, actor, { ...locked, invoice: approved }, paid, now);
      }
      return { ...(await this.queries.get(tx, id)), warnings };
    });
  }

  /**
   * Rejects an invoice, at its current step if it has steps. The invoice is cancelled, its vendor number can be used
   * again, and the order's other open invoices are matched again.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN
   */
  async reject(actor: Actor, id: InvoiceId, { reason, step }: RejectRequest, ifMatch?: IfMatch): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.recheckToken(tx, actor, 'invoices.approve'));
      const { invoice, order, now } = locked;
      requireVersion(ifMatch, locked.version);
      const status = nextStatus(invoice.status, 'reject');
      const warnings = await this.queries.warnings(tx, id);
      const { decision } = await this.decide(tx, actor, locked, { outcome: 'rejected', comments: reason, step });
      const changes = { status, currentStep: null, rejectionReason: reason, rejectedAt: now };
      const rejected = { order, invoice: await this.invoices.update(tx, invoice, changes) };
      const more = { rejected_at: now.toISOString(), rejection_reason: reason };
      const details = { ...auditDetails(decision, { warnings }), reason };
      await this.effects.recordAndPublish(tx, actor, rejected, 'rejected', more, details);
      if (order && isOpen(invoice.status)) await this.matching.rematch(tx, actor, order);
      return { ...(await this.queries.get(tx, id)), warnings };
    });
  }

  /**
   * Records the decision on the current step, or on an invoice without steps. An approval of an invoice that is not
   * pending starts the steps first; a rejection does not.
   * @returns `decision`: undefined without steps. `overrode`: the required roles, if only an admin token allowed the
   *   decision.
   */
  private async decide(
    tx: Transaction,
    actor: Actor,
    { invoice, order }: LockedInvoice,
    decision: { readonly outcome: 'approved' | 'rejected' } & Pick<ApproveRequest, 'comments' | 'step'>,
  ): Promise<{ readonly decision?: DecisionResult; readonly overrode?: Pick<Overridden, 'approver'> }> {
    const approves = decision.outcome === 'approved';
    const begins = approves && invoice.status !== 'pending' && (await this.steps.begin(tx, invoice, order));
    if (begins || invoice.currentStep !== null) {
      const round = await this.approvals.load(tx, await this.steps.subjectOf(tx, invoice, order));
      return { decision: this.approvals.decide(tx, actor, round, decision) };
    }
    requireCurrentStep(1, decision.step, invoice.status);
    let overrode: Pick<Overridden, 'approver'> = {};
    if (approves) {
      const { settings } = await this.tenants.of(tx);
      const rules = { withoutOrder: settings.invoices_without_po };
      const roles = requireApprover(deciderOf(actor), { withOrder: order !== null }, rules);
      if (roles) overrode = { approver: { roles } };
      if (settings.prevent_self_approval) {
        requireUninvolved(actor.userId, { ...invoice, receivedByIds: await this.steps.receiversOf(tx, order) });
      }
    }
    this.approvals.recordSingleDecision(tx, actor, invoice.id, {
      ...decision,
      override: overrode.approver !== undefined,
    });
    return { overrode };
  }

  /** After the approval of a step before the last. An invoice that was not pending is matched and becomes pending. */
  private async advanceStep(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    decision: DecisionResult,
    { overrode, ...request }: ApproveRequest & { readonly overrode: Overridden },
  ): Promise<InvoiceRow> {
    const { comments, override } = request;
    const { currentStep } = decision;
    let passed = overrode;
    const status = nextStatus(invoice.status, 'approve_step');
    if (invoice.status === 'pending') {
      await this.invoices.update(tx, invoice, { currentStep });
    } else {
      const match = await this.matching.match(tx, invoice, order);
      const { result } = match;
      if (!match.approvable && !override) throw new NotMatchedError(result);
      passed = { ...passed, ...overriddenMatch(match) };
      const record = { invoice, result, status, currentStep };
      const matched = await this.matching.save(tx, record);
      const submittedAt = invoice.submittedAt ?? now;
      const waits = { order, invoice: await this.invoices.update(tx, matched, { submittedAt }) };
      const more = { submitted_at: submittedAt.toISOString() };
      if (invoice.status === 'draft') await this.effects.recordAndPublish(tx, actor, waits, 'submitted', more);
      else await this.matching.publishChanged(tx, [record], order, now);
    }
    const row = await this.queries.get(tx, invoice.id);
    const { warnings } = row;
    const details = auditDetails(decision, { comments, requested: request, overrode: passed, warnings });
    await this.effects.record(tx, actor, invoice.id, 'step_approved', details);
    return row;
  }

  /** @throws DomainError NOT_FOUND, INVALID_STATUS; SELF_APPROVAL_FORBIDDEN (see {@link InvoiceDuties}) */
  async void(actor: Actor, id: InvoiceId, reason: string): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.recheckToken(tx, actor));
      const { invoice, order, now } = locked;
      const status = statusAfterVoid(paymentFactsOf(invoice));
      await this.duties.requireUndoer(tx, actor, invoice);
      const voided = await this.invoices.update(tx, invoice, { status, voidReason: reason, voidedAt: now });
      const more = { voided_at: now.toISOString(), void_reason: reason };
      await this.effects.recordAndPublish(tx, actor, { order, invoice: voided }, 'voided', more, { reason });
      const amount = invoice.total.minus(invoice.creditedAmount);
      await this.effects.reversed(tx, actor, locked, { amount, cause: 'void', billed: true });
      return this.queries.get(tx, id);
    });
  }
}

const TOLERANCES = [
  'price_tolerance_pct',
  'price_tolerance_abs',
  'tolerances_by_currency',
  'quantity_tolerance_pct',
  'quantity_tolerance_abs',
  'check_under',
] as const satisfies readonly (keyof Settings)[];

function overriddenMatch({ approvable, result }: Pick<FreshMatch, 'approvable' | 'result'>): Pick<Overridden, 'match'> {
  if (approvable) return {};
  return { match: { match_status: result.status, reasons: result.reasons.map(({ code }) => code) } };
}

function deciderOf(actor: Actor): Decider {
  return { userId: actor.userId, role: actor.role, admin: hasAbility(actor, 'invoices.approve_without_order') };
}
