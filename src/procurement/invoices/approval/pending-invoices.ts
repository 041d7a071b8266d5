import { Injectable } from '@nestjs/common';
import type {
  AloneDocument,
  ApprovalDocuments,
  DecidedDocument,
  DocumentDecision,
  NamedDocument,
  Person,
} from '../../approvals';
import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import type { InvoiceId, TenantId } from '../../../common/records/ids';
import { mayDecideAlone } from '../domain/approval/authority';
import { InvoicesQueries } from '../queries/invoices.queries';
import { InvoiceApprovalService } from './invoice-approval.service';
import { INVOICE_ALIASES } from './answers';
import { INVOICES, ROLES } from './pending-invoices.sql';

@Injectable()
export class PendingInvoices implements ApprovalDocuments {
  readonly sql = INVOICES;
  readonly roles = ROLES;
  readonly aliases = { a: INVOICE_ALIASES, b: INVOICE_ALIASES };

  constructor(
    private readonly approval: InvoiceApprovalService,
    private readonly queries: InvoicesQueries,
  ) {}

  async warningsOf(
    tenantId: TenantId,
    invoices: readonly NamedDocument[],
  ): Promise<ReadonlyMap<number, readonly Warning[]>> {
    return this.queries.warningsOf(
      tenantId,
      invoices.map(({ id }) => id),
    );
  }

  mayDecideAlone(person: Person, { barredIds, withOrder, roles, settings }: AloneDocument): boolean {
    const { prevent_self_approval: preventSelfApproval, invoices_without_po: withoutOrder } = settings;
    const rules = { preventSelfApproval, withoutOrder };
    return mayDecideAlone(person, { barredIds, withOrder, approverRoles: roles }, rules);
  }

  /** @throws DomainError see {@link InvoiceApprovalService.approve} and `reject` */
  async decide(actor: Actor, { id, step, outcome, comments }: DocumentDecision): Promise<DecidedDocument> {
    const invoiceId = id as InvoiceId;
    if (outcome === 'reject') {
      const { warnings } = await this.approval.reject(actor, invoiceId, { reason: comments ?? '', step });
      return { currentStep: null, warnings };
    }
    const approval = { comments, step, override: false, overrideBudget: false };
    const { status, current_step, warnings } = await this.approval.approve(actor, invoiceId, approval);
    return { currentStep: status === 'pending' ? current_step : null, warnings };
  }
}
