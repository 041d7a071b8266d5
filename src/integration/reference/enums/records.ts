import type { NamedEnum } from '../../../platform/http';

/** Sets of values of vendors, receipts, budgets, people and webhooks. */
export const RECORD_ENUMS: readonly NamedEnum[] = [
  {
    name: 'VendorStatus',
    description: 'Whether the tenant may buy from a vendor. A blacklisted one is shown as blocked.',
    values: {
      active: 'Orders and payments are allowed.',
      inactive: 'No new orders; what is owed may be paid.',
      blocked: 'No new orders, no invoice approvals and no payments.',
    },
  },
  {
    name: 'VendorStatusDetailed',
    description: 'Whether the tenant may buy from a vendor, blacklisted ones apart.',
    values: {
      active: 'Orders and payments are allowed.',
      inactive: 'No new orders; what is owed may be paid.',
      blocked: 'No new orders, no invoice approvals and no payments, until somebody unblocks it.',
      blacklisted: 'As blocked, and only an admin lifts it.',
    },
  },
  {
    name: 'VendorSettableStatus',
    description: 'A status that a change of a vendor may name; `block` and `unblock` do the rest.',
    values: { active: 'Orders are allowed.', inactive: 'No new orders.' },
  },
  {
    name: 'BlockType',
    description: 'How a vendor is blocked.',
    values: { block: 'Anybody who may block may unblock.', blacklist: 'Only an admin lifts it.' },
  },
  {
    name: 'BankAccountStatus',
    description: 'Where a version of a vendor’s bank details stands.',
    values: {
      unverified: 'Entered; nobody else has verified it.',
      verified: 'Somebody other than who entered it has verified it.',
      superseded: 'A newer version took its place before anybody verified it.',
    },
  },
  {
    name: 'PriceCompetitiveness',
    description: 'The prices that a vendor bills, against those ordered.',
    values: {
      competitive: 'At or below them.',
      average: 'Up to 5 percent above them.',
      expensive: 'More than 5 percent above them.',
      unknown: 'Nothing was billed yet.',
    },
  },
  {
    name: 'GoodsReceiptStatus',
    description: 'Where a goods receipt stands.',
    values: { posted: 'It counts as received.', cancelled: 'It counts for nothing.' },
  },
  {
    name: 'BudgetStatus',
    description: 'Where a budget stands.',
    values: {
      draft: 'Being prepared; no order uses it.',
      active: 'Orders of its department, year and currency are charged to it.',
      closed: 'It takes no new commitments; what was committed goes on.',
      frozen: 'Orders that would use it are refused until it is active again.',
    },
  },
  {
    name: 'BudgetMovementType',
    description: 'Why the figures of a budget changed.',
    values: {
      reserve: 'An order was submitted: its total is reserved.',
      release: 'An order left approval: what was reserved is free again.',
      commit: 'What is committed rose: an order was approved or reopened.',
      relieve: 'What is committed fell: an order was billed, closed or cancelled.',
      amend: 'An amendment changed what an order commits.',
      spend: 'What is spent changed: an invoice was approved or voided.',
      credit: 'A credit note lowered what was spent, or was cancelled and raised it again.',
      pay: 'A payment was recorded or reversed.',
      carry: 'An order moved to or from another year’s budget.',
    },
  },
  {
    name: 'UserStatus',
    description: 'Whether a person may use the service.',
    values: {
      active: 'They may; their tokens work.',
      inactive: 'They may not; their tokens are revoked.',
      invited: 'They were invited and have not accepted yet.',
    },
  },
  {
    name: 'Role',
    description: 'What a person is in this tenant: it decides approval steps and holds permissions (`GET /roles`).',
    values: {
      admin: 'Runs the tenant and holds every permission.',
      procurement_manager: 'Leads procurement: orders, vendors, invoices, webhooks.',
      procurement_officer: 'Buys: orders, vendors, receipts, invoices.',
      department_head: 'Heads a department and decides its orders.',
      finance_manager: 'Leads finance: invoices, payments, budgets.',
      finance_officer: 'Records and pays invoices.',
      requester: 'Asks for goods: writes orders and receives.',
      viewer: 'Reads everything but the audit log and trails.',
      auditor: 'Reads, the audit log and trails too.',
    },
  },
  {
    name: 'Permission',
    description: 'What a role may do beside the ability of the token.',
    values: {
      'orders.write': 'Create, change, submit, cancel, close and amend purchase orders; their documents.',
      'vendors.write': 'Create, change, block and unblock vendors; enter bank details.',
      'vendor_bank.verify': 'Verify bank details that somebody else entered.',
      'receipts.write': 'Post and cancel goods receipts, send goods back.',
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
    description: 'What a token may be used for.',
    values: {
      read: 'Requests with the method GET.',
      write: 'Requests with POST and PUT, but for what needs another ability.',
      delete: 'Requests with the method DELETE.',
      approve: 'Approve, reject, void, credit and verify.',
      admin: 'Everything, and what only admins may do.',
    },
  },
  {
    name: 'DeliveryStatus',
    description: 'Where a webhook delivery stands.',
    values: {
      pending: 'Not delivered yet: its next attempt is due or under way.',
      succeeded: 'The endpoint answered 2xx.',
      failed: 'The last attempt failed; it is sent again only on request.',
      cancelled: 'Not sent any more, as the subscription was disabled or deleted.',
    },
  },
  {
    name: 'RedeliverableStatus',
    description: 'Which deliveries are sent again.',
    values: {
      succeeded: 'Those that were received.',
      failed: 'Those whose last attempt failed.',
      cancelled: 'Those that were not sent any more.',
    },
  },
  {
    name: 'WebhookDisabledReason',
    description: 'Why the service disabled a subscription.',
    values: {
      TOO_MANY_FAILURES: 'Too many deliveries failed one after another.',
      GONE: 'The endpoint answered 410.',
    },
  },
  {
    name: 'TrailEntryType',
    description: 'What an entry of a trail tells of.',
    values: {
      created: 'The record was created.',
      changed: 'Fields were changed.',
      submitted: 'It was submitted.',
      decision: 'A step approved or refused it.',
      withdrawn: 'It was taken back before it was decided.',
      status: 'Its status changed otherwise.',
      amendment: 'An amendment was asked for or applied.',
      receipt: 'Goods were received, or a receipt was cancelled.',
      return: 'Goods went back.',
      match: 'It was matched.',
      override: 'Somebody passed a check with their admin’s right.',
      payment: 'A payment was recorded or reversed.',
      credit_note: 'A credit note was recorded or cancelled.',
      budget: 'A budget’s figures changed by it.',
      webhook: 'Receivers were told of it.',
    },
  },
  {
    name: 'SpendingGrouping',
    description: 'What the rows of the spending report are.',
    values: {
      department: 'A row a department.',
      vendor: 'A row a vendor.',
      category: 'A row a category of vendors.',
      month: 'A row a calendar month (UTC).',
    },
  },
  {
    name: 'SortDirection',
    description: 'Direction of a sort.',
    values: { asc: 'The smallest or earliest first.', desc: 'The largest or latest first.' },
  },
];
