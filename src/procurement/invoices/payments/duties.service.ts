import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../../approvals';
import type { Actor } from '../../../common/actor';
import type { UserId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { TenantSettings } from '../../../organisation/tenants';
import { requireAnotherPayer, requireAnotherReverser, requireUninvolvedInUndoing } from '../domain/approval/separation';
import type { StoredInvoice } from '../entities/stored-invoice';
import { PaymentsRepository } from './payments.repository';

/** Keeps the duties around an approved invoice apart: approving, paying and undoing. The caller holds the lock on the invoice. */
@Injectable()
export class InvoiceDuties {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly approvals: ApprovalsService,
    private readonly payments: PaymentsRepository,
  ) {}

  /**
   * For a payment: with `prevent_self_approval` nobody pays what they approved, at the last step or at an earlier one.
   * @throws DomainError SELF_APPROVAL_FORBIDDEN
   */
  async requirePayer(tx: Transaction, actor: Actor, { id, approvedById }: StoredInvoice): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.prevent_self_approval) return;
    requireAnotherPayer(actor.userId, [approvedById, ...(await this.approvals.approversOfInvoice(tx, id))]);
  }

  /**
   * For a void, a credit note, the cancellation of one, or a refund: with `prevent_self_approval` no user undoes an invoice that
   * they entered, changed, submitted or paid.
   * @throws DomainError SELF_APPROVAL_FORBIDDEN
   */
  async requireUndoer(tx: Transaction, actor: Actor, invoice: StoredInvoice): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.prevent_self_approval) return;
    requireUninvolvedInUndoing(actor.userId, invoice, await this.payments.payersOf(tx, invoice.id));
  }

  /**
   * For a reversal: with strict controls no user reverses a payment or a refund that they recorded.
   * @throws DomainError SELF_APPROVAL_FORBIDDEN
   */
  async requireReverser(tx: Transaction, actor: Actor, recordedById: UserId | null): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    if (settings.controls === 'strict') requireAnotherReverser(actor.userId, recordedById);
  }
}
