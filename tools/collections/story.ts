import type { Json } from './document';

/** A request of a collection. Defaults come from the OpenAPI document. */
export interface Step {
  /** The operation: `POST /vendors`. */
  readonly of: string;
  /** Required if an operation occurs more than once. */
  readonly name?: string;
  /** Name of the body example; default: the first. */
  readonly example?: string;
  /** Field values at any depth of the body. */
  readonly set?: Readonly<Record<string, Json>>;
  /** Overrides the variables of path parameters. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Uses the demo tenant's record from the document's examples, instead of one created before. */
  readonly ofDemo?: boolean;
  readonly query?: Readonly<Record<string, string>>;
  /** Variables to save from the response's `data`: `{ item_id: 'items.0.id' }`. */
  readonly saves?: Readonly<Record<string, string>>;
  /** Expected status codes; default: success. */
  readonly expects?: readonly number[];
}

/** Requests of a resource, in order of execution. */
export interface Chapter {
  readonly folder: string;
  readonly steps: readonly Step[];
}

const all = (...of: readonly string[]): Step[] => of.map((one) => ({ of: one }));

const ORDER = 'POST /purchase-orders';
const AMEND: Step = {
  of: 'POST /purchase-orders/{id}/amendments',
  set: { id: '{{item_id}}', quantity: 14 },
  example: 'increase-that-needs-approval',
};
const RECEIVE: Step = {
  of: 'POST /purchase-orders/{id}/goods-receipts',
  set: { item_id: '{{item_id}}', quantity_received: 6 },
};
const BILL: Step = {
  of: 'POST /invoices',
  set: { po_id: '{{purchase_order_id}}', po_line_id: '{{item_id}}', unit_price: 2490, quantity: 2 },
  saves: { line_item_id: 'line_items.0.id' },
};
const BILL_WITHOUT_ORDER: Step = { of: 'POST /invoices', example: 'without-an-order-with-printed-totals' };
const other = (draft: string, step: Step): Step => ({ ...step, ids: { id: draft } });

/**
 * The order of the collection. All requests succeed as stated against a fresh demo tenant. Operations not listed here
 * run at the end of their folder with the document's examples, deletions last.
 */
export const STORY: readonly Chapter[] = [
  { folder: 'Tokens', steps: all('GET /me', 'GET /tokens', 'POST /tokens', 'DELETE /tokens/{token_id}') },
  {
    // Before the events of later requests.
    folder: 'Webhooks',
    steps: [
      { of: 'POST /webhooks', set: { url: '{{webhook_url}}' } },
      ...all('GET /webhooks', 'GET /webhooks/{id}', 'POST /webhooks/{id}/test'),
      // For all departments and vendors, so that later requests cause deliveries.
      { of: 'PUT /webhooks/{id}', example: 'more-events' },
    ],
  },
  {
    folder: 'Departments',
    steps: [
      { of: 'POST /departments', set: { code: 'HR-{{$timestamp}}' } },
      ...all('GET /departments', 'GET /departments/{id}', 'PUT /departments/{id}', 'DELETE /departments/{id}'),
    ],
  },
  {
    folder: 'Projects',
    steps: [
      { of: 'POST /projects', set: { code: 'DIR-{{$timestamp}}' } },
      ...all('GET /projects', 'GET /projects/{id}', 'PUT /projects/{id}', 'DELETE /projects/{id}'),
    ],
  },
  {
    folder: 'Users',
    steps: [
      ...all('GET /users/me', 'GET /users'),
      { of: 'POST /users', set: { email: 'huda.{{$timestamp}}@najd.example' } },
      ...all('GET /users/{id}', 'PUT /users/{id}', 'POST /users/{id}/invite'),
      { of: 'POST /invitations/accept', set: { token: '{{invitation_token}}' }, expects: [422] },
      ...all(
        'POST /users/{id}/activate',
        'POST /users/{id}/delegations',
        'GET /users/{id}/delegations',
        'DELETE /users/{id}/delegations/{delegation_id}',
        'DELETE /users/{id}',
      ),
    ],
  },
  {
    folder: 'Vendors',
    steps: [
      ...all('POST /vendors', 'GET /vendors', 'GET /vendors/{id}', 'PUT /vendors/{id}'),
      ...all('POST /vendors/{id}/bank-accounts', 'GET /vendors/{id}/bank-accounts'),
      // By a user other than the one who entered them.
      { of: 'POST /vendors/{id}/bank-accounts/{account_id}/verify', ofDemo: true },
      ...all('GET /vendors/{id}/performance', 'GET /vendors/{id}/purchase-orders'),
      ...all('POST /vendors/{id}/block', 'POST /vendors/{id}/unblock'),
    ],
  },
  {
    folder: 'Budgets',
    steps: [
      ...all('POST /budgets', 'GET /budgets', 'GET /budgets/{id}', 'PUT /budgets/{id}'),
      ...all('GET /budgets/{id}/utilization', 'GET /budgets/{id}/movements'),
      { of: 'POST /budgets/{id}/carry-forward', ofDemo: true },
    ],
  },
  {
    folder: 'Purchase orders',
    steps: [
      { of: ORDER, set: { vendor_id: '{{vendor_id}}' }, saves: { item_id: 'items.0.id' } },
      ...all('GET /purchase-orders', 'GET /purchase-orders/{id}'),
      {
        of: 'PUT /purchase-orders/{id}',
        example: 'one-changed-line-one-new-line',
        set: { id: '{{item_id}}', quantity: 9 },
      },
      { of: 'POST /purchase-orders/{id}/items', saves: { added_item_id: 'id' } },
      { of: 'PUT /purchase-orders/{id}/items/{item_id}', ids: { item_id: 'added_item_id' }, set: { quantity: 8 } },
      { of: 'DELETE /purchase-orders/{id}/items/{item_id}', ids: { item_id: 'added_item_id' } },
      { of: 'POST /purchase-orders/{id}/documents', saves: { document_id: 'id' } },
      { of: 'POST /purchase-orders/{id}/submit' },
      { of: 'POST /purchase-orders/{id}/withdraw' },
      { of: 'POST /purchase-orders/{id}/submit', name: 'Submit again after the withdrawal' },
      { of: 'POST /purchase-orders/{id}/reject' },
      { of: 'POST /purchase-orders/{id}/revise' },
      { of: 'POST /purchase-orders/{id}/submit', name: 'Submit the revised order' },
      ...all('POST /purchase-orders/{id}/approve', 'GET /purchase-orders/{id}/pdf'),
      AMEND,
      { of: 'GET /purchase-orders/{id}/amendments' },
      { of: 'GET /purchase-orders/{id}/amendments/{amendment_id}' },
      { of: 'POST /purchase-orders/{id}/amendments/{amendment_id}/withdraw' },
      { ...AMEND, name: 'Amend it again, to be rejected' },
      { of: 'POST /purchase-orders/{id}/amendments/{amendment_id}/reject' },
      { ...AMEND, name: 'Amend it again, to be cancelled' },
      { of: 'POST /purchase-orders/{id}/amendments/{amendment_id}/cancel' },
      { ...AMEND, name: 'Amend it again, to be approved' },
      { of: 'POST /purchase-orders/{id}/amendments/{amendment_id}/approve' },
      { of: 'GET /purchase-orders/{id}/versions' },
      ...all('POST /purchase-orders/{id}/close', 'POST /purchase-orders/{id}/reopen'),
      { of: 'GET /purchase-orders/{id}/trail' },
      { of: ORDER, name: 'Create a draft to be cancelled', saves: { second_order_id: 'id' } },
      other('second_order_id', { of: 'POST /purchase-orders/{id}/cancel' }),
      { of: ORDER, name: 'Create a draft to be deleted', saves: { second_order_id: 'id' } },
      other('second_order_id', { of: 'DELETE /purchase-orders/{id}' }),
    ],
  },
  { folder: 'Documents', steps: all('GET /documents/{id}/download') },
  {
    folder: 'Goods receipts',
    steps: [
      RECEIVE,
      ...all('GET /goods-receipts', 'GET /goods-receipts/{id}', 'POST /goods-receipts/{id}/cancel'),
      { ...RECEIVE, name: 'Post another receipt' },
      { of: 'GET /purchase-orders/{id}/goods-receipts' },
      { of: 'POST /goods-receipts/{id}/returns', set: { item_id: '{{item_id}}', quantity: 1 } },
    ],
  },
  {
    folder: 'Invoices',
    steps: [
      { ...BILL, set: { ...BILL.set, invoice_number: 'B-{{$timestamp}}' } },
      ...all('GET /invoices', 'GET /invoices/exceptions', 'GET /invoices/{id}'),
      { of: 'PUT /invoices/{id}', set: { id: '{{line_item_id}}', quantity: 3 } },
      { of: 'POST /invoices/{id}/documents', saves: { invoice_document_id: 'id' } },
      { of: 'POST /invoices/{id}/documents/links' },
      { of: 'DELETE /invoices/{id}/documents/{document_id}', ids: { document_id: 'invoice_document_id' } },
      { of: 'POST /invoices/{id}/submit' },
      { of: 'POST /invoices/{id}/withdraw' },
      { of: 'POST /invoices/{id}/submit', name: 'Submit the invoice again' },
      { of: 'POST /invoices/{id}/approve' },
      { of: 'POST /invoices/{id}/payments' },
      { of: 'POST /invoices/{id}/payments/{payment_id}/reverse' },
      {
        of: 'POST /invoices/{id}/credit-notes',
        set: { line_item_id: '{{line_item_id}}' },
        saves: { credit_note_id: 'id' },
      },
      ...all('GET /credit-notes', 'GET /credit-notes/{id}'),
      { of: 'POST /credit-notes/{id}/cancel' },
      { of: 'GET /invoices/{id}/trail' },
      {
        ...BILL_WITHOUT_ORDER,
        name: 'Enter an invoice to be rejected',
        set: { invoice_number: 'R-{{$timestamp}}' },
        saves: { second_invoice_id: 'id' },
      },
      other('second_invoice_id', { of: 'POST /invoices/{id}/submit', name: 'Submit the one to be rejected' }),
      other('second_invoice_id', { of: 'POST /invoices/{id}/reject' }),
      {
        ...BILL_WITHOUT_ORDER,
        name: 'Enter an invoice to be voided',
        set: { invoice_number: 'V-{{$timestamp}}' },
        saves: { second_invoice_id: 'id' },
      },
      other('second_invoice_id', { of: 'POST /invoices/{id}/submit', name: 'Submit the one to be voided' }),
      other('second_invoice_id', { of: 'POST /invoices/{id}/approve', name: 'Approve the one to be voided' }),
      other('second_invoice_id', { of: 'POST /invoices/{id}/void' }),
    ],
  },
  { folder: 'Approvals', steps: all('GET /approvals', 'POST /approvals/decide') },
  { folder: 'Reports', steps: [] },
  {
    folder: 'Exports',
    steps: [
      ...all('POST /exports', 'GET /exports', 'GET /exports/{id}'),
      // 404 until it is done.
      { of: 'GET /exports/{id}/files/{resource}', expects: [200, 404] },
    ],
  },
  // Last, because they change the rules of later requests.
  { folder: 'Approval workflows', steps: [] },
  { folder: 'Roles', steps: [] },
  { folder: 'Settings', steps: [{ of: 'PUT /settings', example: 'tolerances-for-invoices' }] },
  { folder: 'Audit log', steps: [] },
  {
    folder: 'Webhook deliveries',
    steps: [
      { of: 'GET /webhooks/{id}/deliveries', query: { status: 'succeeded' } },
      ...all('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', 'POST /webhooks/{id}/redeliver'),
      ...all('POST /webhooks/{id}/rotate-secret', 'DELETE /webhooks/{id}'),
    ],
  },
];
