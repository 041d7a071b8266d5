const ONE = 'Returns all fields, with the `ETag` of the version for `If-Match`.';
const LIST = 'Filters are combined with AND. A filter with an unknown id returns no records.';

/** Descriptions of operations, by operation id. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  'purchaseOrders.create':
    'Creates an order with status `draft` and at least one line. The service computes the amounts and ' +
    'assigns the number. Nothing is reserved before it is submitted.',
  'purchaseOrders.get': `${ONE} Includes lines, approvals, documents and all actions on the order.`,
  'purchaseOrders.delete':
    'Deletes the order permanently. Its number is not reused. An order that was submitted before must be ' +
    'cancelled instead.',
  'purchaseOrders.submit':
    'Saves the workflow’s steps with the order and reserves its total in the budget. The vendor must be ' +
    'active and the total above 0.',
  'purchaseOrders.reject':
    'Ends the round: other steps are skipped and the reservation is released. `revise` makes the order a ' +
    'draft again.',
  'purchaseOrders.revise': 'The order can be changed and submitted again. Earlier rounds remain in its record.',
  'purchaseOrders.items.create': 'Only for drafts. Returns the line and the order’s new amounts.',
  'purchaseOrders.items.update':
    'Only for drafts. Omitted fields do not change. Returns the line and the order’s new amounts.',
  'purchaseOrders.items.delete': 'Only for drafts. The last line cannot be deleted: delete the order instead.',
  'purchaseOrders.amendments.list': 'All amendments requested since the order was approved, with their results.',
  'purchaseOrders.amendments.get': 'The requested changes, the new total of the order, and the state of the approval.',
  'purchaseOrders.amendments.approve':
    'After the last step the amendment is applied, the order’s document version increases, and a higher ' +
    'total is checked against the budget.',
  'purchaseOrders.amendments.reject': 'The order does not change and can be amended again.',
  'purchaseOrders.amendments.cancel':
    'The order does not change. Users who may change the order may cancel the amendment.',
  'purchaseOrders.versions.list': 'Each approved or amended version, with its lines and amounts.',
  'purchaseOrders.goodsReceipts.list': `Goods receipts of the order. ${LIST}`,
  'goodsReceipts.list': LIST,
  'goodsReceipts.get': 'Includes the lines and their returned quantities.',
  'goodsReceipts.returns.create':
    'Reduces the received quantity, at most by the accepted quantity. Open invoices of the order are ' +
    'matched again.',
  'invoices.list': LIST,
  'invoices.get': `${ONE} Includes lines, match, payments and credit notes.`,
  'invoices.create':
    'Creates an invoice with status `draft`. A vendor’s invoice number that is already used in the fiscal ' +
    'year is rejected. A possible duplicate returns a warning.',
  'invoices.reject': 'The invoice is cancelled, and the vendor’s number can be used again.',
  'creditNotes.list': LIST,
  'creditNotes.get': 'Includes its lines, its invoice, and the cancellation.',
  'vendors.list': LIST,
  'vendors.get': `${ONE} Includes contacts and performance.`,
  'vendors.create': 'Creates an active vendor. VAT and registration numbers are unique in the tenant.',
  'vendors.purchaseOrders.list': `Orders placed with the vendor, with the filters of the order list. ${LIST}`,
  'budgets.list': LIST,
  'budgets.get': ONE,
  'budgets.create': 'The budget accepts orders once its status is `active`.',
  'budgets.utilization': 'The currently reserved, committed, spent and paid amounts, in the budget’s currency.',
  'users.list': LIST,
  'users.get': ONE,
  'users.me': 'The user that the token acts as, with role and department.',
  'users.delegations.list': 'Past, current and future delegations.',
  'users.delegations.delete': 'Decisions made under the delegation remain valid.',
  'departments.list': LIST,
  'departments.get': ONE,
  'departments.create': 'The code is unique in the tenant.',
  'projects.list': LIST,
  'projects.get': ONE,
  'projects.create': 'The code is unique in the tenant.',
  'roles.get': 'All permissions of the role. `admin` always has all.',
  'settings.get': 'All settings with their current values.',
  'approvalWorkflows.purchaseOrders.get': 'The current rules, for orders that are submitted from now on.',
  'me.get': 'The tenant and the user that the token acts for, and its abilities.',
  'tokens.list': 'Without the token text, which is shown only once, when the token is created.',
  'tokens.create': 'Only this response contains the token text. The abilities must be a subset of the caller’s.',
  'webhooks.list': 'Without secrets.',
  'webhooks.get': 'Includes the delivery status. The secret is not shown again.',
  'webhooks.update': 'Enabling resets the failure counter.',
  'exports.list': `The tenant’s exports, latest first. ${LIST}`,
  'exports.get': 'The status of the export. Poll until it is `done` or `failed`.',
  'imports.list': `The tenant’s imports, latest first. ${LIST}`,
  'imports.get':
    'The numbers of rows processed and rejected, and of records created, changed and unchanged. Poll ' +
    'until the status is `done` or `failed`.',
};
