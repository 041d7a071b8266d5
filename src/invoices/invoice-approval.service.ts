import { Injectable } from '@nestjs/common';
import { requireRule } from '../common/abilities';
import type { Actor } from '../common/actor';
import { invalidField } from '../common/errors';
import type { Transaction } from '../database';
import { TenantSettings } from '../tenants';
import { isBlocked, VendorsService } from '../vendors';
import { BillingEffects } from './billing-effects';
import { requireApprover } from './domain/authority';
import { nextStatus } from './domain/lifecycle';
import { InvoiceChronicle } from './invoice-chronicle';
import { type InvoiceAnswer, InvoiceWork, type LockedInvoice } from './invoice-work';
import { approverRulesOf, deciderOf } from './match-settings';
import { MatchingService } from './matching.service';
import { NotMatchedError } from './not-matched';
import { storedMatch } from './stored-match';
import { requireUnblocked } from './vendor-block';

/** What an approver says. */
export interface ApproveRequest {
  readonly comments: string | null;
  /** Let it pass though the match, or the vendor's block, says no; `admin` only, with comments. */
  readonly override: boolean;
  /** Let an invoice without an order pass though its budget does not suffice; `admin` only, with comments. */
  readonly overrideBudget: boolean;
}

/** Approves invoices. */
@Injectable()
export class InvoiceApprovalService {
  constructor(
    private readonly work: InvoiceWork,
    private readonly vendors: VendorsService,
    private readonly matches: MatchingService,
    private readonly effects: BillingEffects,
    private readonly tenants: TenantSettings,
    private readonly chronicle: InvoiceChronicle,
  ) {}

  /**
   * Approves an invoice after a fresh match under the order's lock, so that invoices approved at once never exceed the
   * order together.
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY for an override without `admin`, INVALID_STATUS,
   *   NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN, VENDOR_BLOCKED, INVOICE_NOT_MATCHED with the match, and what a
   *   budget refuses of an invoice without an order
   */
  async approve(actor: Actor, id: number, request: ApproveRequest): Promise<InvoiceAnswer> {
    const { comments, override, overrideBudget } = request;
    const overrides = override || overrideBudget;
    if (overrides && !comments) throw invalidField('comments', 'validation.required');
    return this.work.changeConfirmed(actor, id, async (tx, locked) => {
      if (overrides) requireRule(actor, 'invoices.override');
      const { invoice, now } = locked;
      nextStatus(invoice.status, 'approve');
      await this.requireApprover(tx, actor, locked);
      const overridden = await this.judge(tx, locked, override);
      const approved = await this.work.update(tx, id, {
        approvedAt: now,
        approvedById: actor.userId,
        submittedAt: invoice.submittedAt ?? now,
        overridden,
      });
      const warnings = await this.effects.approved(
        tx,
        actor,
        { ...locked, invoice: approved },
        { override: overrideBudget, comments },
      );
      const told = { approved_at: now.toISOString() };
      await this.chronicle.tell(tx, actor, approved, 'approved', told, { comments, override: overridden });
      return warnings;
    });
  }

  private async requireApprover(tx: Transaction, actor: Actor, { invoice, order }: LockedInvoice): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    const { createdById } = invoice;
    requireApprover(deciderOf(actor), { createdById, withOrder: order !== null }, approverRulesOf(settings));
  }

  /** Refuses what may not be approved and writes the fresh match. Answers whether it took the override to pass. */
  private async judge(tx: Transaction, { invoice, order }: LockedInvoice, override: boolean): Promise<boolean> {
    const vendor = await this.vendors.lookUp(tx, invoice.vendorId);
    if (!override) requireUnblocked(vendor);
    const { result, approvable } = await this.matches.fresh(tx, invoice, order);
    if (!approvable && !override) throw new NotMatchedError(result.status, storedMatch(result));
    await this.matches.keep(tx, { invoice, result, status: nextStatus(invoice.status, 'approve') });
    return !approvable || isBlocked(vendor);
  }
}
