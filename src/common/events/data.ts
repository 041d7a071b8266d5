/** What the `data` of events holds of the record that they are about, however it changed. */

export interface PurchaseOrderEvent {
  purchase_order_id: number;
  po_number: string;
  status: string;
  total_amount: number;
  currency: string;
  vendor_id: number;
  department_id: number;
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

export interface GoodsReceiptEvent {
  goods_receipt_id: number;
  gr_number: string;
  status: string;
  purchase_order_id: number;
  po_number: string;
  vendor_id: number;
  /** The order's. */
  department_id: number;
  /** What another system, such as an ERP, calls it. */
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
  /** The order's; of an invoice without one the department whose budget it spends. */
  department_id: number | null;
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

/** What was paid of an invoice, or came back, and what that left. */
export interface PaymentEvent {
  payment_id: number;
  /** What another system, such as an ERP, calls the payment. */
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
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}

/** A version of bank details that was entered, or verified. */
export interface VendorBankAccountEvent {
  bank_account_id: number;
  bank_name: string | null;
  /** Four stars and its last four characters. */
  bank_account: string | null;
  verified: boolean;
  changed_at: string;
}

/** A budget with its four amounts. */
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
  /** What another system, such as an ERP, calls it. */
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
  /** What another system, such as an ERP, calls it. */
  external_id: string | null;
}
