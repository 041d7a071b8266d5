import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../auth';
import { meets, requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { invalidField } from '../../common/errors';
import type { InvoiceId } from '../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../database';
import { ReceivingService } from '../../goods-receipts';
import { type Settings, TenantSettings } from '../../tenants';
import { isBlocked, VendorsService } from '../../vendors';
import {
  type ApproverRules,
  type Decider,
  requireApprover,
  requireDecider,
  requireUnblocked,
} from '../domain/approval/authority';
import { requireUninvolved } from '../domain/approval/separation';
import { isOpen, nextStatus } from '../domain/lifecycle';
import { statusAfterVoid } from '../domain/payments';
import { paymentFactsOf } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import type { InvoiceAnswer } from '../invoices.service';
import { type InvoiceRow, InvoicesQueries } from '../queries/invoices.queries';
import { InvoiceEffects } from './invoice-effects';
import { MatchingService, NotMatchedError } from './matching.service';

/** What an approver says. */
export interface ApproveRequest {
  readonly comments: string | null;
  /** Let it pass though the match, or the vendor's block, says no; `admin` only, with comments. */
  readonly override: boolean;
  /** Let it pass though its budget does not suffice; `admin` only, with comments. */
  readonly overrideBudget: boolean;
}

/** Decides about invoices: approves, rejects, voids them. */
@Injectable()
export class InvoiceApprovalService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly vendors: VendorsService,
    private readonly tenants: TenantSettings,
    private readonly receiving: ReceivingService,
    private readonly matching: MatchingService,
    private readonly effects: InvoiceEffects,
    private readonly queries: InvoicesQueries,
  ) {}

  /**
   * Approves an invoice after a fresh match under the order's lock, so that invoices approved at once never exceed the
   * order together.
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY for an override without `admin`, INVALID_STATUS,
   *   NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN, VENDOR_BLOCKED, INVOICE_NOT_MATCHED with the match, and what a
   *   budget refuses of an invoice without an order, or of one that bills more than was agreed on
   */
  async approve(actor: Actor, id: InvoiceId, request: ApproveRequest): Promise<InvoiceAnswer> {
    const { comments, override, overrideBudget } = request;
    const overrides = override || overrideBudget;
    if (overrides && !comments) throw invalidField('comments', 'validation.required');
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.confirm(tx, actor));
      if (overrides) requireRule(actor, 'invoices.override');
      const { invoice, order, now } = locked;
      const status = nextStatus(invoice.status, 'approve');
      const { settings } = await this.tenants.of(tx);
      requireApprover(deciderOf(actor), { withOrder: order !== null }, approverRulesOf(settings));
      if (settings.prevent_self_approval) await this.requireUninvolved(tx, actor, locked);
      const vendor = await this.vendors.lookUp(tx, invoice.vendorId);
      const blocked = isBlocked(vendor);
      if (!override) requireUnblocked(vendor, blocked);
      const match = await this.matching.match(tx, invoice, order);
      if (!match.approvable && !override) throw new NotMatchedError(match.result);
      const overridden = !match.approvable || blocked;
      const matched = await this.matching.keep(tx, { invoice, result: match.result, status });
      const approved = await this.invoices.update(tx, matched, {
        approvedAt: now,
        approvedById: actor.userId,
        approvalComments: comments,
        submittedAt: invoice.submittedAt ?? now,
        overridden,
      });
      const over = { override: overrideBudget, comments };
      const warnings = await this.effects.approved(tx, actor, { ...locked, invoice: approved }, match, over);
      const told = { approved_at: now.toISOString() };
      await this.effects.publish(tx, actor, approved, 'approved', told, { comments, override: overridden });
      return { invoice: await this.queries.get(tx, id), warnings };
    });
  }

  /**
   * Rejects an invoice: it is cancelled, its vendor's number is free again, and the order's other invoices move up.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, NOT_CURRENT_APPROVER
   */
  async reject(actor: Actor, id: InvoiceId, reason: string): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { invoice, order, now } = await this.invoices.lock(tx, id, this.authority.confirm(tx, actor));
      const status = nextStatus(invoice.status, 'reject');
      const { settings } = await this.tenants.of(tx);
      requireDecider(deciderOf(actor), approverRulesOf(settings));
      await this.invoices.update(tx, invoice, { status, rejectionReason: reason, rejectedAt: now });
      await this.effects.record(tx, actor, id, 'rejected', { reason });
      if (order && isOpen(invoice.status)) await this.matching.rematch(tx, actor, order);
      return this.queries.get(tx, id);
    });
  }

  /**
   * Voids an approved invoice of which nothing is paid: what it billed is open again.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async void(actor: Actor, id: InvoiceId, reason: string): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.confirm(tx, actor));
      const { invoice, now } = locked;
      const status = statusAfterVoid(paymentFactsOf(invoice));
      await this.invoices.update(tx, invoice, { status, voidReason: reason, voidedAt: now });
      await this.effects.record(tx, actor, id, 'voided', { reason });
      const amount = invoice.total.minus(invoice.creditedAmount);
      await this.effects.takenBack(tx, actor, locked, { amount, cause: 'void', billed: true });
      return this.queries.get(tx, id);
    });
  }

  private async requireUninvolved(tx: Transaction, actor: Actor, { invoice, order }: LockedInvoice): Promise<void> {
    const receivedByIds = order ? await this.receiving.receiversOf(tx, order.order.id) : [];
    requireUninvolved(actor.userId, { ...invoice, receivedByIds });
  }
}

function approverRulesOf(settings: Settings): ApproverRules {
  return {
    approverRoles: settings.invoice_approver_roles,
    withoutOrder: settings.invoices_without_po,
  };
}

function deciderOf(actor: Actor): Decider {
  return { userId: actor.userId, role: actor.role, admin: meets(actor, 'invoices.decide_in_any_role') };
}
