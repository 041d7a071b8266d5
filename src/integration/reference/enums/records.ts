import type { NamedEnum } from '../../../platform/http';

/** Enums of vendors, receipts, budgets, users and webhooks. */
export const RECORD_ENUMS: readonly NamedEnum[] = [
  {
    name: 'VendorStatus',
    description: 'Whether the tenant may buy from a vendor. A blacklisted vendor is shown as blocked.',
    values: {
      active: 'Orders and payments are allowed.',
      inactive: 'No new orders; amounts due can be paid.',
      blocked: 'No new orders, no invoice approvals and no payments.',
    },
  },
  {
    name: 'VendorStatusDetailed',
    description: 'Whether the tenant may buy from a vendor. Distinguishes blacklisted from blocked vendors.',
    values: {
      active: 'Orders and payments are allowed.',
      inactive: 'No new orders; amounts due can be paid.',
      blocked: 'No new orders, invoice approvals or payments until a user unblocks the vendor.',
      blacklisted: 'Like blocked, but only an admin can unblock the vendor.',
    },
  },
  {
    name: 'VendorSettableStatus',
    description: 'A vendor status that an update may set. Use `block` and `unblock` for the others.',
    values: { active: 'Orders are allowed.', inactive: 'No new orders.' },
  },
  {
    name: 'BlockType',
    description: 'The kind of block.',
    values: { block: 'Any user with the right to block may unblock.', blacklist: 'Only an admin may unblock.' },
  },
  {
    name: 'BankAccountStatus',
    description: 'The status of a version of a vendor’s bank details.',
    values: {
      unverified: 'Entered and not verified by another user yet.',
      verified: 'Verified by a user other than the one who entered it.',
      superseded: 'Replaced by a newer version before it was verified.',
    },
  },
  {
    name: 'PriceCompetitiveness',
    description: 'The billed prices of a vendor compared with the ordered prices.',
    values: {
      competitive: 'At or below the ordered prices.',
      average: 'Up to 5 percent above the ordered prices.',
      expensive: 'More than 5 percent above the ordered prices.',
      unknown: 'Nothing is billed yet.',
    },
  },
  {
    name: 'GoodsReceiptStatus',
    description: 'The status of a goods receipt.',
    values: { posted: 'The goods count as received.', cancelled: 'Without effect.' },
  },
  {
    name: 'BudgetStatus',
    description: 'The status of a budget.',
    values: {
      draft: 'In preparation; orders do not use it.',
      active: 'Orders of its department, year and currency are charged to it.',
      closed: 'Accepts no new commitments; existing ones remain.',
      frozen: 'Orders that would use it are rejected until it is active again.',
    },
  },
  {
    name: 'BudgetMovementType',
    description: 'The reason for a change of a budget’s amounts.',
    values: {
      reserve: 'An order was submitted: its total is reserved.',
      release: 'An order left approval: its reservation was released.',
      commit: 'The committed amount increased: an order was approved or reopened.',
      relieve: 'The committed amount decreased: an order was billed, closed or cancelled.',
      amend: 'An amendment changed the committed amount of an order.',
      spend: 'The spent amount changed: an invoice was approved or voided.',
      credit: 'A credit note reduced the spent amount, or its cancellation increased it again.',
      pay: 'A payment was recorded or reversed.',
      carry: 'An order moved from or to the budget of another year.',
    },
  },
  {
    name: 'UserStatus',
    description: 'Whether a user can use the service.',
    values: {
      active: 'The user has access; tokens work.',
      inactive: 'The user has no access; tokens are revoked.',
      invited: 'The user was invited and has not accepted yet.',
    },
  },
  {
    name: 'Role',
    description: 'The role of a user in this tenant. Decides approval steps and has permissions (`GET /roles`).',
    values: {
      admin: 'Administers the tenant and has every permission.',
      procurement_manager: 'Leads procurement: orders, vendors, invoices, webhooks.',
      procurement_officer: 'Buys: orders, vendors, receipts, invoices.',
      department_head: 'Heads a department and decides its orders.',
      finance_manager: 'Leads finance: invoices, payments, budgets.',
      finance_officer: 'Records and pays invoices.',
      requester: 'Requests goods: creates orders and receipts.',
      viewer: 'Reads everything except the audit log and trails.',
      auditor: 'Reads everything, including the audit log and trails.',
    },
  },
  {
    name: 'Permission',
    description: 'A right of a role, required in addition to the token’s ability.',
    values: {
      'orders.write': 'Create, change, submit, cancel, close and amend purchase orders; their documents.',
      'vendors.write': 'Create, change, block and unblock vendors; enter bank details.',
      'vendor_bank.verify': 'Verify bank details that another user entered.',
      'receipts.write': 'Post and cancel goods receipts, return goods.',
      'invoices.write': 'Record, change and submit invoices.',
      'invoices.approve': 'Approve, reject, void and credit invoices.',
      'payments.write': 'Record and reverse payments.',
      'budgets.write': 'Create and change budgets, carry orders forward.',
      'departments.write': 'Create and change departments and projects.',
      'webhooks.write': 'Create and change webhook subscriptions.',
      'audit.read': 'Read the audit log and trails.',
      'users.write': 'Invite and deactivate people.',
    },
  },
  {
    name: 'TokenAbility',
    description: 'A right of a token.',
    values: {
      read: 'Requests with the method GET.',
      write: 'Requests with POST and PUT, except those that need another ability.',
      delete: 'Requests with the method DELETE.',
      approve: 'Approve, reject, void, credit and verify.',
      admin: 'Everything, including operations for admins only.',
    },
  },
  {
    name: 'DeliveryStatus',
    description: 'The status of a webhook delivery.',
    values: {
      pending: 'Not delivered yet: the next attempt is scheduled or running.',
      succeeded: 'The endpoint responded 2xx.',
      failed: 'The last attempt failed. Sent again only on request.',
      cancelled: 'Not sent any more, because the subscription was disabled or deleted.',
    },
  },
  {
    name: 'RedeliverableStatus',
    description: 'The status of deliveries to send again.',
    values: {
      succeeded: 'Received deliveries.',
      failed: 'Deliveries whose last attempt failed.',
      cancelled: 'Deliveries that were cancelled.',
    },
  },
  {
    name: 'WebhookDisabledReason',
    description: 'Why the service disabled a subscription.',
    values: {
      TOO_MANY_FAILURES: 'Too many deliveries failed one after another.',
      GONE: 'The endpoint responded 410.',
    },
  },
  {
    name: 'TrailEntryType',
    description: 'The kind of a trail entry.',
    values: {
      created: 'The record was created.',
      changed: 'Fields were changed.',
      submitted: 'The record was submitted.',
      decision: 'A step approved or rejected the record.',
      withdrawn: 'The record was withdrawn before the decision.',
      status: 'The status changed for another reason.',
      amendment: 'An amendment was requested or applied.',
      receipt: 'Goods were received, or a receipt was cancelled.',
      return: 'Goods were returned.',
      match: 'The invoice was matched.',
      override: 'An admin overrode a check.',
      payment: 'A payment was recorded or reversed.',
      credit_note: 'A credit note was recorded or cancelled.',
      budget: 'The record changed the amounts of a budget.',
      webhook: 'Webhooks were sent for the record.',
    },
  },
  {
    name: 'SpendingGrouping',
    description: 'The grouping of the spending report.',
    values: {
      department: 'One row per department.',
      vendor: 'One row per vendor.',
      category: 'One row per vendor category.',
      month: 'One row per calendar month (UTC).',
    },
  },
  {
    name: 'SortDirection',
    description: 'Direction of a sort.',
    values: { asc: 'Smallest or earliest first.', desc: 'Largest or latest first.' },
  },
];
