import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../../approvals';
import type { Actor } from '../../../common/actor';
import type { UserId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { TenantSettings } from '../../../organisation/tenants';
import { requireAnotherPayer, requireAnotherReverser, requireUninvolvedInUndoing } from '../domain/approval/separation';
import type { StoredInvoice } from '../entities/stored-invoice';
import { PaymentsRepository } from './payments.repository';

/** Separation of duties for approved invoices. The caller must hold the lock on the invoice. */
@Injectable()
export class InvoiceDuties {
  constructor(
    private readonly tenants: TenantSettings,
    private readonly approvals: ApprovalsService,
    private readonly payments: PaymentsRepository,
  ) {}

  /** With `prevent_self_approval`, approvers of any step may not pay. @throws DomainError SELF_APPROVAL_FORBIDDEN */
  async requirePayer(tx: Transaction, actor: Actor, { id, approvedById }: StoredInvoice): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.prevent_self_approval) return;
    requireAnotherPayer(actor.userId, [approvedById, ...(await this.approvals.approversOfInvoice(tx, id))]);
  }

  /**
   * With `prevent_self_approval`, users who entered, changed, submitted or paid an invoice may not void, credit or
   * refund it or cancel its credit notes.
   * @throws DomainError SELF_APPROVAL_FORBIDDEN
   */
  async requireUndoer(tx: Transaction, actor: Actor, invoice: StoredInvoice): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.prevent_self_approval) return;
    requireUninvolvedInUndoing(actor.userId, invoice, await this.payments.payersOf(tx, invoice.id));
  }

  /** With strict controls, the recording user may not reverse. @throws DomainError SELF_APPROVAL_FORBIDDEN */
  async requireReverser(tx: Transaction, actor: Actor, recordedById: UserId | null): Promise<void> {
    const { settings } = await this.tenants.of(tx);
    if (settings.controls === 'strict') requireAnotherReverser(actor.userId, recordedById);
  }
}
