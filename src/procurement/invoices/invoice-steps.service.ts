import { Injectable } from '@nestjs/common';
import { ApprovalsService, type InvoiceSubject, type Routed } from '../approvals';
import type { InvoiceId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { ReceivingService } from '../goods-receipts';
import { isInForce, type LockedOrder } from '../purchase-orders';
import { RolesService, rolesWith } from '../../organisation/roles';
import { TenantSettings } from '../../organisation/tenants';
import { VendorReferences } from '../vendors';
import { involvedIds } from './domain/approval/separation';
import { stepsAfter } from './domain/approval/steps';
import type { InvoiceStatus } from './domain/lifecycle';
import type { StoredInvoice } from './entities/stored-invoice';

export interface MatchedInvoice {
  readonly invoice: StoredInvoice;
  readonly status: InvoiceStatus;
  /** The invoice differs from the version that its approvers saw, so they must decide again. */
  readonly changed: boolean;
}

/** Starts and ends approval rounds. The caller must hold the lock on the order or, without one, on the invoice. */
@Injectable()
export class InvoiceSteps {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly vendors: VendorReferences,
    private readonly roles: RolesService,
    private readonly receiving: ReceivingService,
    private readonly tenants: TenantSettings,
  ) {}

  async subjectOf(tx: Transaction, invoice: StoredInvoice, locked: LockedOrder | null): Promise<InvoiceSubject> {
    return subjectFor(invoice, locked, await this.sidesOf(tx, locked));
  }

  private async sidesOf(tx: Transaction, locked: LockedOrder | null): Promise<CommonSides> {
    const [roles, receivedByIds] = await Promise.all([this.roles.of(tx), this.receiversOf(tx, locked)]);
    return { onlyRoles: rolesWith('invoices.approve', roles), receivedByIds };
  }

  /** Users who posted active receipts of the order. Empty without the setting `prevent_self_approval`. */
  async receiversOf(tx: Transaction, locked: LockedOrder | null): Promise<readonly number[]> {
    const { settings } = await this.tenants.of(tx);
    return locked && settings.prevent_self_approval ? this.receiving.receiversOf(tx, locked.order.id) : [];
  }

  /** Starts a round for an invoice that is not pending yet. @returns whether steps decide it */
  async begin(tx: Transaction, invoice: StoredInvoice, locked: LockedOrder | null): Promise<boolean> {
    return (await this.start(tx, [invoice], locked)).has(invoice.id);
  }

  /**
   * Ends and starts approval rounds after a match of one order's invoices, or of one invoice without an order. The
   * number of statements does not grow with the number of invoices.
   * @returns the current step of each invoice that steps decide
   */
  async follow(
    tx: Transaction,
    matched: readonly MatchedInvoice[],
    locked: LockedOrder | null,
  ): Promise<ReadonlyMap<InvoiceId, number>> {
    const moves = matched.map((one) => ({ ...one, ...stepsAfter(one.invoice, one.status, one.changed) }));
    const ended = moves.filter(({ ends }) => ends).map(({ invoice }) => invoice.id);
    await this.approvals.abandonInvoices(tx, ended);
    const begin = moves.filter(({ begins }) => begins).map(({ invoice }) => invoice);
    const begun = await this.start(tx, begin, locked);
    const current = moves.map(({ invoice, ends }): [InvoiceId, number | null] => [
      invoice.id,
      begun.has(invoice.id) ? 1 : ends ? null : invoice.currentStep,
    ]);
    return new Map(current.filter((one): one is [InvoiceId, number] => one[1] !== null));
  }

  /** Ends the round of an invoice that becomes a draft again. */
  async end(tx: Transaction, id: InvoiceId): Promise<void> {
    await this.approvals.abandonInvoices(tx, [id]);
  }

  private async start(
    tx: Transaction,
    invoices: readonly StoredInvoice[],
    locked: LockedOrder | null,
  ): Promise<ReadonlySet<InvoiceId>> {
    const rules = invoices.length > 0 && (await this.approvals.invoiceRules(tx));
    if (!rules) return new Set();
    const vendorIds = [...new Set(invoices.map(({ vendorId }) => vendorId))];
    const vendors = await Promise.all(vendorIds.map((id) => this.vendors.lookUp(tx, id)));
    const sides = await this.sidesOf(tx, locked);
    const waiting = invoices.map((invoice) => {
      const subject = subjectFor(invoice, locked, sides);
      const vendorCategory = vendors.find(({ id }) => id === invoice.vendorId)?.category ?? null;
      return { subject, routed: routedAs(invoice, subject, vendorCategory, locked) };
    });
    return this.approvals.startInvoices(tx, rules, waiting);
  }
}

interface CommonSides {
  readonly onlyRoles: readonly string[];
  readonly receivedByIds: readonly number[];
}

function subjectFor(
  invoice: StoredInvoice,
  locked: LockedOrder | null,
  { onlyRoles, receivedByIds }: CommonSides,
): InvoiceSubject {
  return {
    kind: 'invoice',
    invoiceId: invoice.id,
    barredIds: involvedIds({ ...invoice, receivedByIds }),
    departmentId: locked?.order.departmentId ?? invoice.departmentId,
    onlyRoles,
  };
}

/**
 * The input of the approval rules. An order that is not in force has no approval, so its invoice is routed like one
 * without an order.
 */
function routedAs(
  { total, currency }: StoredInvoice,
  { departmentId }: InvoiceSubject,
  vendorCategory: string | null,
  locked: LockedOrder | null,
): Routed {
  const { projectId = null, expenseType = null } = locked?.order ?? {};
  const withoutOrder = !locked || !isInForce(locked.order.status);
  return { withoutOrder, projectId, departmentId, vendorCategory, expenseType, total, currency };
}
