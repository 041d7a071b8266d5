import type { NamedEnum } from '../../../platform/http';

/** Sets of values of invoices and of their matching. */
export const INVOICE_ENUMS: readonly NamedEnum[] = [
  {
    name: 'InvoiceStatus',
    description: 'Where an invoice stands.',
    values: {
      draft: 'Recorded, not submitted; it counts for nothing yet.',
      submitted: 'Submitted and matched, but the match does not allow approval yet.',
      pending: 'The match allows approval; the decision is awaited.',
      approved: 'Approved: it may be paid, and counts as spent.',
      paid: 'Nothing of it is due any more.',
      cancelled: 'Rejected or voided; the vendor’s number is free again.',
    },
  },
  {
    name: 'CreditNoteStatus',
    description: 'Whether a credit note counts.',
    values: {
      active: 'It lowers what is due.',
      cancelled: 'It was recorded wrongly and counts for nothing; its number is free again.',
    },
  },
  {
    name: 'PaymentStatus',
    description: 'What of an invoice is paid, worked out when it is read.',
    values: {
      unpaid: 'Nothing is paid, or it is not approved.',
      partial: 'Part of it is paid and it is not past its due date.',
      paid: 'Nothing is due.',
      overdue: 'Something is due and today (UTC) is past the due date, partly paid invoices too.',
    },
  },
  {
    name: 'MatchStatus',
    description: 'What comparing an invoice with its order and the goods receipts has shown.',
    values: {
      full_match: 'Everything billed was ordered at that price and, with three-way matching, received.',
      partial_match: 'Some lines were not received in full, or the invoice has no order.',
      mismatch: 'A line is not of the order, dearer, more than was ordered, or the totals do not add up.',
      pending_grn: 'Not matched yet, or none of what is billed was received.',
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
      UNMATCHED: 'A line of the invoice fits no line of the order.',
      PRICE_OVER: 'A unit price is above the order’s, beyond the tolerance.',
      VAT_OVER: 'A VAT rate is above the order line’s.',
      QTY_OVER_ORDERED: 'With what was billed before, more is billed than was ordered.',
      NOT_RECEIVED: 'None of what a line bills was received.',
      QTY_OVER_RECEIVED: 'More is billed than was received and not billed before.',
      PRICE_UNDER: 'A unit price is below the order’s, where the setting `check_under` asks for it.',
    },
  },
  {
    name: 'MatchedLineResult',
    description: 'What matching found of one line: the first fault that holds, or `ok`.',
    values: {
      unmatched: 'It fits no line of the order.',
      price_over: 'Its unit price is above the order’s, beyond the tolerance.',
      vat_over: 'Its VAT rate is above the order line’s.',
      qty_over_ordered: 'More is billed than was ordered.',
      not_received: 'None of it was received.',
      qty_over_received: 'More is billed than was received.',
      price_under: 'Its unit price is below the order’s, beyond the tolerance.',
      ok: 'It matches.',
    },
  },
  {
    name: 'MatchPolicyApplied',
    description: 'What the invoice was compared with.',
    values: {
      three_way: 'The order and the goods receipts.',
      two_way: 'The order alone.',
    },
  },
  {
    name: 'NextStepCode',
    description: 'What somebody can do so that the invoice can be approved.',
    values: {
      approve_order: 'Approve the purchase order.',
      name_order_line: 'Say with `po_line_id` which line of the order a line bills.',
      correct_totals: 'Correct the totals, or the lines that they are of.',
      correct_price: 'Correct the unit price, or amend the order.',
      correct_vat: 'Correct the VAT rate, or amend the order.',
      reduce_quantity: 'Bill no more than was ordered, or amend the order.',
      post_goods_receipt: 'Post a goods receipt for what has arrived.',
      confirm_price: 'Confirm with the vendor a price that is lower than ordered.',
      finance_decision: 'Let finance decide on an invoice without an order.',
      reject: 'Reject it.',
      unblock_vendor: 'Unblock the vendor.',
      check_duplicate: 'Compare it with the other invoice that a warning names.',
      verify_bank_details: 'Let another user verify the vendor’s bank details.',
      add_budget: 'Add a budget that covers it, or approve it without one.',
      decide: 'Approve or reject: nothing stands in the way.',
    },
  },
];
