import type { NamedEnum } from '../../openapi/reference';

/** Enums of invoices and their matching. */
export const INVOICE_ENUMS: readonly NamedEnum[] = [
  {
    name: 'InvoiceStatus',
    description: 'The status of an invoice.',
    values: {
      draft: 'Recorded but not submitted. Has no effect on budgets or orders yet.',
      submitted: 'Submitted and matched, but the match result does not allow approval yet.',
      pending: 'The match result allows approval; waits for the decision.',
      approved: 'Approved: can be paid, and counts as spent.',
      paid: 'Paid in full.',
      cancelled: 'Rejected or voided. The vendor’s invoice number can be used again.',
    },
  },
  {
    name: 'CreditNoteStatus',
    description: 'The status of a credit note.',
    values: {
      active: 'Reduces the amount due.',
      cancelled: 'Recorded by mistake and without effect. Its number can be used again.',
    },
  },
  {
    name: 'PaymentStatus',
    description: 'The payment status of an invoice, computed when it is read.',
    values: {
      unpaid: 'Nothing is paid, or the invoice is not approved.',
      partial: 'Partly paid and not past the due date.',
      paid: 'Nothing is due.',
      overdue: 'An amount is due and today (UTC) is after the due date. Includes partly paid invoices.',
    },
  },
  {
    name: 'MatchStatus',
    description: 'The result of matching an invoice with its order and goods receipts.',
    values: {
      full_match: 'Everything billed was ordered at that price and, with three-way matching, received.',
      partial_match: 'Some lines were not received in full, or the invoice has no order.',
      mismatch: 'A line is not in the order, exceeds the ordered price or quantity, or the totals do not add up.',
      pending_grn: 'Not matched yet, or nothing of the billed goods was received.',
    },
  },
  {
    name: 'MatchReasonCode',
    description: 'A reason why an invoice does not match in full.',
    values: {
      NO_PO: 'The invoice has no purchase order.',
      ORDER_NOT_APPROVED: 'The order is neither approved nor completed.',
      ORDER_DISAGREES: 'The order has another vendor or currency than the invoice.',
      TOTALS_MISMATCH: 'The printed totals differ from the lines by more than rounding.',
      UNMATCHED: 'A line of the invoice matches no line of the order.',
      PRICE_OVER: 'A unit price is above the order’s, beyond the tolerance.',
      VAT_OVER: 'A VAT rate is above the order line’s.',
      QTY_OVER_ORDERED: 'Together with earlier invoices, more is billed than was ordered.',
      NOT_RECEIVED: 'Nothing of a billed line was received.',
      QTY_OVER_RECEIVED: 'More is billed than was received and not billed before.',
      PRICE_UNDER: 'A unit price is below the order’s, and the setting `check_under` is on.',
    },
  },
  {
    name: 'MatchedLineResult',
    description: 'The match result of a line: the first fault, or `ok`.',
    values: {
      unmatched: 'The line matches no line of the order.',
      price_over: 'The unit price is above the order’s, beyond the tolerance.',
      vat_over: 'The VAT rate is above the order line’s.',
      qty_over_ordered: 'More is billed than was ordered.',
      not_received: 'Nothing of the line was received.',
      qty_over_received: 'More is billed than was received.',
      price_under: 'The unit price is below the order’s, beyond the tolerance.',
      ok: 'It matches.',
    },
  },
  {
    name: 'MatchPolicyApplied',
    description: 'The documents that the invoice was compared with.',
    values: { three_way: 'The order and the goods receipts.', two_way: 'Only the order.' },
  },
  {
    name: 'NextStepCode',
    description: 'An action that makes the approval of the invoice possible.',
    values: {
      approve_order: 'Approve the purchase order.',
      name_order_line: 'Set `po_line_id` to the order line that an invoice line bills.',
      correct_totals: 'Correct the totals or the lines.',
      correct_price: 'Correct the unit price, or amend the order.',
      correct_vat: 'Correct the VAT rate, or amend the order.',
      reduce_quantity: 'Bill no more than was ordered, or amend the order.',
      post_goods_receipt: 'Post a goods receipt for the goods that arrived.',
      confirm_price: 'Confirm with the vendor a price that is lower than ordered.',
      finance_decision: 'Let finance decide on an invoice without an order.',
      reject: 'Reject it.',
      unblock_vendor: 'Unblock the vendor.',
      check_duplicate: 'Compare the invoice with the other invoice in the warning.',
      verify_bank_details: 'Let another user verify the vendor’s bank details.',
      add_budget: 'Add a budget that covers the invoice, or approve it without one.',
      decide: 'Approve or reject: nothing prevents the decision.',
    },
  },
];
