export interface PurchaseOrderEvent {
  purchase_order_id: number;
  po_number: string;
  status: string;
  total_amount: number;
  currency: string;
  vendor_id: number;
  department_id: number;
  external_id: string | null;
}

export interface GoodsReceiptEvent {
  goods_receipt_id: number;
  gr_number: string;
  status: string;
  purchase_order_id: number;
  po_number: string;
  vendor_id: number;
  department_id: number;
  external_id: string | null;
}

export interface InvoiceEvent {
  invoice_id: number;
  invoice_number: string;
  vendor_invoice_number: string;
  status: string;
  payment_status: string;
  match_status: string;
  total: number;
  currency: string;
  vendor_id: number;
  purchase_order_id: number | null;
  /** The order's department; for an invoice without an order the department of its budget. */
  department_id: number | null;
  external_id: string | null;
}

interface CreditNoteEvent {
  credit_note_id: number;
  credit_note_number: string;
  amount: number;
  reason: string;
  amount_due: number;
}

export interface PaymentEvent {
  payment_id: number;
  payment_external_id: string | null;
  /** Negative for a refund. */
  amount: number;
  method: string | null;
  reference: string | null;
  paid_at: string;
  amount_paid: number;
  amount_due: number;
}

export interface VendorEvent {
  vendor_id: number;
  name: string;
  status: string;
  external_id: string | null;
}

export interface VendorBankAccountEvent {
  bank_account_id: number;
  bank_name: string | null;
  /** Four asterisks and the last four characters. */
  bank_account: string | null;
  verified: boolean;
  changed_at: string;
}

interface BudgetAmountsEvent {
  budget_id: number;
  name: string;
  allocated_amount: number;
  committed_amount: number;
  spent_amount: number;
  available_amount: number;
  currency: string;
  fiscal_year: number;
  department_id: number;
  external_id: string | null;
}

export interface BudgetThresholdEvent extends BudgetAmountsEvent {
  threshold_percentage: number;
  crossed_thresholds: number[];
  utilization_percentage: number;
}

export interface BudgetEvent extends BudgetAmountsEvent {
  status: string;
  category: string | null;
}

export interface UserEvent {
  user_id: number;
  name: string;
  role: string;
  status: string;
  department_id: number | null;
  external_id: string | null;
}

/** The `data` type of an event, for the compiler only. */
interface Holding<Data> {
  readonly data: Data;
}

const holding = <Data>(): Holding<Data> => ({}) as Holding<Data>;

/**
 * All webhook events with the type of their `data`: those of the specification and additions. The outbox, the webhook
 * subscriptions and the OpenAPI documents use only these.
 */
const EVENTS = {
  'purchase_order.created': holding<PurchaseOrderEvent & { created_at: string }>(),
  'purchase_order.submitted': holding<PurchaseOrderEvent & { submitted_at: string }>(),
  'purchase_order.step_approved': holding<
    PurchaseOrderEvent & {
      step: number;
      next_step: number;
      comments: string | null;
      step_approved_at: string;
    }
  >(),
  'purchase_order.approved': holding<PurchaseOrderEvent & { approved_at: string }>(),
  'purchase_order.rejected': holding<PurchaseOrderEvent & { rejected_at: string; rejection_reason: string }>(),
  'purchase_order.withdrawn': holding<PurchaseOrderEvent & { withdrawn_at: string; reason: string | null }>(),
  'purchase_order.revised': holding<PurchaseOrderEvent & { revised_at: string }>(),
  'purchase_order.amended': holding<
    PurchaseOrderEvent & {
      amendment_id: number;
      document_version: number;
      previous_total_amount: number;
      reason: string;
      amended_at: string;
    }
  >(),
  'purchase_order.completed': holding<PurchaseOrderEvent & { completed_at: string }>(),
  'purchase_order.closed': holding<PurchaseOrderEvent & { closed_at: string; close_reason: string }>(),
  'purchase_order.reopened': holding<PurchaseOrderEvent & { reopened_at: string; reason: string | null }>(),
  'purchase_order.cancelled': holding<PurchaseOrderEvent & { cancelled_at: string; cancellation_reason: string }>(),
  'purchase_order.deleted': holding<PurchaseOrderEvent & { deleted_at: string }>(),
  'goods_receipt.posted': holding<GoodsReceiptEvent & { received_at: string; delivery_note_number: string | null }>(),
  'goods_receipt.cancelled': holding<GoodsReceiptEvent & { cancelled_at: string; cancellation_reason: string }>(),
  'goods_receipt.returned': holding<GoodsReceiptEvent & { return_id: number; returned_at: string; reason: string }>(),
  'invoice.created': holding<InvoiceEvent & { created_at: string }>(),
  'invoice.submitted': holding<InvoiceEvent & { submitted_at: string }>(),
  'invoice.withdrawn': holding<InvoiceEvent & { withdrawn_at: string }>(),
  'invoice.match_changed': holding<
    InvoiceEvent & {
      previous_status: string;
      previous_match_status: string;
      matched_at: string;
    }
  >(),
  'invoice.approved': holding<InvoiceEvent & { approved_at: string }>(),
  'invoice.rejected': holding<InvoiceEvent & { rejected_at: string; rejection_reason: string }>(),
  'invoice.voided': holding<InvoiceEvent & { voided_at: string; void_reason: string }>(),
  'invoice.credited': holding<InvoiceEvent & CreditNoteEvent & { credited_at: string }>(),
  'invoice.credit_cancelled': holding<InvoiceEvent & CreditNoteEvent & { cancelled_at: string }>(),
  'invoice.payment_recorded': holding<InvoiceEvent & PaymentEvent>(),
  'invoice.payment_reversed': holding<
    InvoiceEvent & {
      payment_id: number;
      payment_external_id: string | null;
      reversal_id: number;
      amount: number;
      reason: string;
      reversed_at: string;
      amount_paid: number;
      amount_due: number;
    }
  >(),
  'invoice.paid': holding<InvoiceEvent & { paid_at: string; amount_paid: number }>(),
  'vendor.created': holding<VendorEvent & { created_at: string }>(),
  'vendor.updated': holding<VendorEvent & { updated_fields: string[]; updated_at: string }>(),
  'vendor.bank_account_changed': holding<VendorEvent & VendorBankAccountEvent>(),
  'budget.created': holding<BudgetEvent & { created_at: string }>(),
  'budget.updated': holding<BudgetEvent & { updated_fields: string[]; updated_at: string }>(),
  'budget.threshold_reached': holding<BudgetThresholdEvent>(),
  'user.invited': holding<UserEvent & { invited_at: string; expires_at: string }>(),
  'user.activated': holding<UserEvent & { activated_at: string }>(),
  'user.deactivated': holding<UserEvent & { deactivated_at: string }>(),
  'webhook.test': holding<{ message: string }>(),
};

export type EventName = keyof typeof EVENTS;

export type EventData = { [Name in EventName]: (typeof EVENTS)[Name]['data'] };

export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[];
