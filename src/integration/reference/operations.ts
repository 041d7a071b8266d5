const ONE = 'Every field, with the `ETag` of its version for `If-Match`.';
const LIST = 'Filters are joined by AND; one that names an id that there is not finds nothing.';

/** What operations do beyond their summaries, by their ids. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  'purchaseOrders.create':
    'Makes an order in status `draft` with at least one line. Amounts are computed; the number is given at once. Nothing is reserved before it is submitted.',
  'purchaseOrders.get': `${ONE} With lines, approvals, documents and everything that was done to it.`,
  'purchaseOrders.delete':
    'It is gone for good, and its number is not used again. An order that was ever submitted is cancelled instead.',
  'purchaseOrders.submit':
    'The steps of the approval workflow are fixed on the order and its total is reserved in the budget. The vendor must be active and the total above 0.',
  'purchaseOrders.reject':
    'The round ends, the other steps are skipped and what was reserved is free again. `revise` makes it a draft.',
  'purchaseOrders.revise': 'The order can be changed and submitted again; earlier rounds stay in its record.',
  'purchaseOrders.items.create': 'Only while the order is a draft. Answers the line and the order’s new amounts.',
  'purchaseOrders.items.update':
    'Only while the order is a draft; fields that are left out stay. Answers the line and the order’s new amounts.',
  'purchaseOrders.items.delete': 'Only while the order is a draft. The last line stays: delete the order instead.',
  'purchaseOrders.amendments.list':
    'Every change that was asked for since the order was approved, with what came of it.',
  'purchaseOrders.amendments.get': 'What it would change, what the order would cost, and how far its approval is.',
  'purchaseOrders.amendments.approve':
    'After the last step the change is applied, the order’s version rises and the budget is checked where it costs more.',
  'purchaseOrders.amendments.reject': 'The order stays as it was and can be amended again.',
  'purchaseOrders.amendments.cancel': 'The order stays as it was. Whoever may change the order may cancel it.',
  'purchaseOrders.versions.list': 'Each version as it was approved or amended, with its lines and amounts.',
  'purchaseOrders.goodsReceipts.list': `What arrived for the order. ${LIST}`,
  'goodsReceipts.list': LIST,
  'goodsReceipts.get': 'With its lines and what went back of each.',
  'goodsReceipts.returns.create':
    'Lowers what counts as received, at most by what was accepted. Open invoices of the order are matched again.',
  'invoices.list': LIST,
  'invoices.get': `${ONE} With lines, the match, payments and credit notes.`,
  'invoices.create':
    'Makes an invoice in status `draft`. A number that the vendor used in this fiscal year is refused; what looks like a duplicate is a warning.',
  'invoices.reject': 'The invoice is cancelled and the vendor’s number is free again.',
  'creditNotes.list': LIST,
  'creditNotes.get': 'With its lines, its invoice, and who cancelled it, when and why.',
  'vendors.list': LIST,
  'vendors.get': `${ONE} With contacts and performance.`,
  'vendors.create': 'Makes an active vendor. Its VAT and registration numbers are unique in the tenant.',
  'vendors.purchaseOrders.list': `The orders placed with the vendor, with the filters of the list of orders. ${LIST}`,
  'budgets.list': LIST,
  'budgets.get': ONE,
  'budgets.create': 'It takes orders once its status is `active`.',
  'budgets.utilization': 'What is reserved, committed, spent and paid of it at this moment, in its currency.',
  'users.list': LIST,
  'users.get': ONE,
  'users.me': 'Whoever the token acts as, with role and department.',
  'users.delegations.list': 'Past, present and future ones.',
  'users.delegations.delete': 'What was decided under it stays decided.',
  'departments.list': LIST,
  'departments.get': ONE,
  'departments.create': 'Its code is unique in the tenant.',
  'projects.list': LIST,
  'projects.get': ONE,
  'projects.create': 'Its code is unique in the tenant.',
  'roles.get': 'Every permission that the role holds. `admin` always holds all.',
  'settings.get': 'All of them, with the values in force.',
  'approvalWorkflows.purchaseOrders.get': 'The rules in force for orders that are submitted from now on.',
  'me.get': 'Which tenant and user the token acts for, and what it may be used for.',
  'tokens.list': 'Without their text, which is shown once, when a token is made.',
  'tokens.create':
    'The text of the token is in this answer and nowhere else. Its abilities are among the caller’s own.',
  'webhooks.list': 'Without their secrets.',
  'webhooks.get': 'With how its deliveries go. The secret is not shown again.',
  'webhooks.update': 'Switching it on again clears its count of failures.',
  'exports.list': `The tenant’s exports, the latest first. ${LIST}`,
  'exports.get': 'How far it is. Ask again until its status is `done` or `failed`.',
  'imports.list': `The tenant’s imports, the latest first. ${LIST}`,
  'imports.get':
    'Rows done, refused, created, changed and unchanged so far. Ask again until its status is `done` or `failed`.',
};
