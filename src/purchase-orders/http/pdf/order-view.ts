import type { CalendarDate } from '../../../common/clock';
import type { DecimalInput } from '../../../common/money';
import type { OrderStatus } from '../../domain/lifecycle';

/** Everything the document of an order says, as plain values. Nothing in it is markup. */
export interface OrderView {
  /** The organisation that orders. */
  readonly tenantName: string;
  readonly poNumber: string;
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly expectedDeliveryDate: CalendarDate | null;
  readonly vendor: OrderViewVendor;
  readonly department: Named | null;
  readonly project: Named | null;
  readonly requester: Named | null;
  readonly deliveryAddress: string | null;
  /** Days after the invoice; 0 is immediate. */
  readonly paymentTermsDays: number | null;
  /** ISO 4217 code; decides the decimals of every amount. */
  readonly currency: string;
  readonly lines: readonly OrderViewLine[];
  /** Before VAT. */
  readonly subtotal: DecimalInput;
  readonly vatAmount: DecimalInput;
  readonly totalAmount: DecimalInput;
  readonly notes: string | null;
  readonly approvals: readonly OrderViewApproval[];
}

/** Something with a name in English and perhaps in Arabic. */
export interface Named {
  readonly name: string;
  readonly nameAr: string | null;
  /** Short code, where there is one. */
  readonly code?: string | null;
}

export interface OrderViewVendor {
  readonly name: string;
  readonly nameAr: string | null;
  readonly contactName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly vatNumber: string | null;
  readonly crNumber: string | null;
}

export interface OrderViewLine {
  readonly lineNumber: number;
  readonly description: string;
  readonly quantity: DecimalInput;
  readonly unit: string | null;
  readonly unitPrice: DecimalInput;
  /** Percent. */
  readonly vatRate: DecimalInput;
  /** Before VAT. */
  readonly net: DecimalInput;
  readonly vat: DecimalInput;
  /** VAT included. */
  readonly total: DecimalInput;
}

export interface OrderViewApproval {
  readonly step: number;
  /** Who decided, or who may: a person, a step's own name, or the slug of a role. */
  readonly approver: string;
  /** For whom, when the approver stood in for somebody. */
  readonly onBehalfOf: string | null;
  readonly status: 'waiting' | 'pending' | 'approved' | 'rejected' | 'skipped';
  readonly decidedAt: Date | null;
  readonly comments: string | null;
}
