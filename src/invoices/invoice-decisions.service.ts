import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { TenantSettings } from '../tenants';
import { BillingEffects } from './approval/billing-effects';
import { requireDecider } from './domain/approval/authority';
import { statusAfterVoid } from './domain/payments/credit';
import { isOpen, nextStatus } from './domain/lifecycle';
import { InvoiceChronicle } from './approval/invoice-history';
import { type InvoiceAnswer, InvoiceWork } from './invoice-work';
import { approverRulesOf, deciderOf } from './match-settings';
import { MatchingService } from './approval/matching.service';
import { paymentFactsOf } from './entities/stored-invoice';

/** Submits invoices for their decision, rejects them, voids them. */
@Injectable()
export class InvoiceDecisionsService {
  constructor(
    private readonly work: InvoiceWork,
    private readonly matches: MatchingService,
    private readonly effects: BillingEffects,
    private readonly tenants: TenantSettings,
    private readonly chronicle: InvoiceChronicle,
  ) {}

  /**
   * Submits a draft: it is matched, and pending at once when the result is approvable.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async submit(actor: Actor, id: number): Promise<InvoiceAnswer> {
    return this.work.change(actor, id, async (tx, { invoice, order, now }) => {
      const status = nextStatus(invoice.status, 'submit');
      const submitted = await this.work.update(tx, id, { status, submittedAt: now });
      await this.chronicle.note(tx, actor, id, 'submitted');
      await this.matches.matchAgain(tx, actor, submitted, order);
      return [];
    });
  }

  /**
   * Rejects an invoice: it is cancelled, its vendor's number is free again, and the order's other invoices move up.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, NOT_CURRENT_APPROVER
   */
  async reject(actor: Actor, id: number, reason: string): Promise<InvoiceAnswer> {
    return this.work.changeConfirmed(actor, id, async (tx, { invoice, order, now }) => {
      const status = nextStatus(invoice.status, 'reject');
      const { settings } = await this.tenants.of(tx);
      requireDecider(deciderOf(actor), approverRulesOf(settings));
      await this.work.update(tx, id, { status, rejectionReason: reason, rejectedAt: now });
      await this.chronicle.note(tx, actor, id, 'rejected', { reason });
      if (order && isOpen(invoice.status)) await this.matches.rematch(tx, actor, order);
      return [];
    });
  }

  /**
   * Voids an approved invoice of which nothing is paid: what it billed is open again.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async void(actor: Actor, id: number, reason: string): Promise<InvoiceAnswer> {
    return this.work.changeConfirmed(actor, id, async (tx, locked) => {
      const { invoice, now } = locked;
      const status = statusAfterVoid(paymentFactsOf(invoice));
      await this.work.update(tx, id, { status, voidReason: reason, voidedAt: now });
      await this.chronicle.note(tx, actor, id, 'voided', { reason });
      const amount = invoice.totals.total.minus(invoice.credited);
      await this.effects.takenBack(tx, actor, locked, { amount, cause: 'void', billed: true });
      return [];
    });
  }
}
