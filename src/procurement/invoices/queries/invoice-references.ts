import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { type FieldMessages, invalid, invalidField } from '../../../common/errors';
import type { OrderId, VendorId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { type TenantProfile, TenantSettings } from '../../../organisation/tenants';
import { type ReferencedVendor, VendorReferences } from '../../vendors';
import type { Inheritable } from '../domain/entry/lines';
import type { NewInvoiceInput } from '../http/requests';
import { type AsText, withDecimals } from '../entities/stored-invoice';
import { BILLED_ORDER, DEPARTMENT } from './invoices.sql';

export interface BilledOrder {
  readonly id: OrderId;
  readonly vendorId: VendorId;
  readonly departmentId: number;
  readonly currency: string;
  readonly lines: readonly Inheritable[];
}

interface BilledOrderRow extends Omit<BilledOrder, 'lines'> {
  readonly lines: readonly AsText<Inheritable>[];
}

export interface References {
  readonly vendor: ReferencedVendor;
  readonly tenant: TenantProfile;
  readonly order: BilledOrder | undefined;
  readonly currency: string;
  /** The department whose budget an invoice without an order spends: from the request, else of the acting user. */
  readonly departmentId: number | null;
}

/** Checks that the records a new invoice refers to exist and agree with each other. */
@Injectable()
export class InvoiceReferences {
  constructor(
    private readonly vendors: VendorReferences,
    private readonly tenants: TenantSettings,
  ) {}

  /** @throws DomainError VALIDATION_ERROR on the field of a record that does not exist or disagrees with the order */
  async resolve(tx: Transaction, actor: Actor, input: NewInvoiceInput): Promise<References> {
    const [order, tenant] = await Promise.all([
      this.order(tx, input),
      this.tenants.of(tx),
      this.requireDepartment(tx, input),
    ]);
    if (order) requireAgreement(input, order);
    const vendorId = order?.vendorId ?? input.vendorId;
    if (vendorId === undefined) throw invalidField('vendor_id', 'invoice.vendor_or_order');
    const vendor = await this.vendors.lookUp(tx, vendorId);
    const currency = order?.currency ?? input.currency ?? vendor.currency ?? tenant.currency;
    return { vendor, tenant, order, currency, departmentId: order ? null : departmentOf(actor, input) };
  }

  private async order(tx: Transaction, { orderId, orderField }: NewInvoiceInput): Promise<BilledOrder | undefined> {
    if (orderId === undefined) return undefined;
    const [row] = await tx.query<BilledOrderRow>(BILLED_ORDER, [tx.tenantId, orderId]);
    if (!row) throw invalidField(orderField, 'validation.exists');
    return { ...row, lines: row.lines.map((line) => withDecimals(line, 'unitPrice', 'vatRate')) };
  }

  private async requireDepartment(tx: Transaction, { departmentId }: NewInvoiceInput): Promise<void> {
    if (departmentId === undefined) return;
    const [row] = await tx.query(DEPARTMENT, [tx.tenantId, departmentId]);
    if (!row) throw invalidField('department_id', 'validation.exists');
  }
}

function departmentOf(actor: Actor, { departmentId }: NewInvoiceInput): number | null {
  return departmentId ?? actor.departmentId;
}

/** Rejects a vendor, department or currency that differs from the order. */
function requireAgreement(input: NewInvoiceInput, order: BilledOrder): void {
  const { vendorId = order.vendorId, currency = order.currency, departmentId = order.departmentId } = input;
  const faults: FieldMessages = {
    ...(vendorId !== order.vendorId && { vendor_id: [{ key: 'invoice.vendor_disagrees' }] }),
    ...(departmentId !== order.departmentId && { department_id: [{ key: 'invoice.department_disagrees' }] }),
    ...(currency !== order.currency && {
      currency: [{ key: 'invoice.currency_disagrees', params: { currency: order.currency } }],
    }),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
