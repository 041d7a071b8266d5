import type { OperationExamples, PerForm } from '../../../platform/http';
import { ORDER_ALIASES_B } from './aliases';

/** Ids of orders in the demo tenant, by status. `src/operations/demo/fixtures.ts` creates orders 1 to 10. */
const DRAFT = { id: 8 };
const PENDING = { id: 5 };
const APPROVED = { id: 3 };
const REJECTED = { id: 6 };
const AMENDED = { id: 2 };
const AMENDMENT = { ...AMENDED, amendment_id: 1 };

const AT = '2026-11-21T09:30:00.000Z';
const WAITING = {
  current_approval_step: 1,
  pending_approvers: [{ id: 3, name: 'Sara Al-Qahtani', role: 'department_head' }],
};
/** Fields of an order by status; a response contains some of them. */
const STATES = {
  draft: { status: 'draft', approval_status: 'draft', submitted_at: null, approved_at: null, approvals: [] },
  pending: { status: 'pending_approval', approval_status: 'pending', approved_at: null, ...WAITING },
  rejected: {
    status: 'rejected',
    approval_status: 'rejected',
    approved_at: null,
    rejected_at: AT,
    rejection_reason: 'Ask for a second quote first.',
  },
  cancelled: { status: 'cancelled', cancelled_at: AT, cancellation_reason: 'The project was stopped.' },
  closed: {
    status: 'completed',
    completed_at: AT,
    closed_at: AT,
    close_reason: 'The vendor cannot deliver the rest.',
  },
};
/** A withdrawn or revised order retains its approvals and `submitted_at`. */
const DRAFT_AGAIN = { status: 'draft', approval_status: 'draft', approved_at: null };
const SUBMITTED = { ...STATES.pending, warnings: [{ code: 'NO_BUDGET', message: 'No budget covers this document.' }] };
const CANCELLED = {
  status: 'cancelled',
  decided_at: AT,
  decision_reason: 'The contractor found the bags elsewhere.',
};

const reason = (text: string) => ({ 'With a reason': { reason: text } });
const reject = { 'With a reason': { reason: 'Ask for a second quote first.' } };
const approve = {
  'With a comment': { comments: 'Within budget.' },
  'For a given step': { comments: 'Within budget.', step: 1 },
};

export const AMENDMENT_EXAMPLES = {
  list: { path: AMENDED },
  get: { path: AMENDMENT, answer: WAITING },
  versions: { path: AMENDED },
  request: {
    path: APPROVED,
    bodies: {
      'Increase that needs approval': {
        reason: 'Two more people join the second floor.',
        items: [
          { id: 4, quantity: 14 },
          { description: 'Laptop bag', quantity: 14, unit: 'piece', unit_price: 95, vat_rate: 15 },
        ],
      },
      'Later delivery that applies at once': {
        reason: 'The floor is not ready.',
        expected_delivery_date: '2036-06-30',
      },
    },
    answer: WAITING,
  },
  approve: { path: AMENDMENT, bodies: approve, answer: { status: 'applied', decided_at: AT } },
  reject: {
    path: AMENDMENT,
    bodies: reject,
    answer: { status: 'rejected', decided_at: AT, decision_reason: 'Ask for a second quote first.' },
  },
  cancel: { path: AMENDMENT, bodies: reason(CANCELLED.decision_reason), answer: CANCELLED },
  withdraw: { path: AMENDMENT, bodies: reason(CANCELLED.decision_reason), answer: CANCELLED },
};

const NAMES_B: Readonly<Record<string, string>> = { ...ORDER_ALIASES_B.fields, name: 'filename' };

const inBothForms = (example: OperationExamples): PerForm<OperationExamples> => ({ a: example, b: inFormB(example) });

/** Replaces Form A's field names by Form B's, at any depth. */
function inFormB<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(inFormB) as Part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [NAMES_B[name] ?? name, inFormB(value)]),
  ) as Part;
}

/** Examples that work in the demo tenant. */
export const ORDER_EXAMPLES = {
  submit: {
    a: { path: DRAFT, answer: SUBMITTED },
    b: { path: DRAFT, answer: { ...SUBMITTED, status: 'pending' } },
  },
  approve: { path: PENDING, bodies: approve },
  reject: { path: PENDING, bodies: reject, answer: STATES.rejected },
  withdraw: { path: PENDING, bodies: reason('The price was wrong.'), answer: DRAFT_AGAIN },
  revise: { path: REJECTED, answer: DRAFT_AGAIN },
  cancel: { path: APPROVED, bodies: reason('The project was stopped.'), answer: STATES.cancelled },
  close: { path: APPROVED, bodies: reason(STATES.closed.close_reason), answer: STATES.closed },
  reopen: {
    path: APPROVED,
    bodies: reason('The vendor found the rest after all.'),
  },
  externalId: {
    path: APPROVED,
    bodies: {
      'Id and cost centre in the ERP': { external_id: 'ERP-PO-88120', metadata: { cost_center: 'RUH-201' } },
      Cleared: { external_id: null, metadata: null },
    },
  },
  itemExternalId: {
    path: { ...APPROVED, item_id: 4 },
    bodies: { 'Id in the ERP': { external_id: 'ERP-PO-88120-10' } },
  },
  delete: { path: DRAFT },
  removeItem: { path: { ...DRAFT, item_id: 13 } },
  create: inBothForms({
    bodies: {
      'Two lines for a project': {
        vendor_id: 1,
        department_id: 2,
        project_id: 1,
        currency: 'SAR',
        expense_type: 'CAPEX',
        notes: 'Second pour',
        delivery_address: 'Gate 2, Al Malqa, Riyadh',
        expected_delivery_date: '2036-04-15',
        items: [
          { description: 'Reinforcing steel B500B, 16 mm', quantity: 8.5, unit: 't', unit_price: 2490, vat_rate: 15 },
          { description: 'Binding wire', quantity: 25, unit: 'kg', unit_price: 6.75, vat_rate: 15 },
        ],
        attachments: [{ name: 'quotation.pdf', url: 'https://files.najd.example/quotations/steel-16.pdf' }],
      },
      'Required fields only': {
        vendor_id: 3,
        items: [{ description: 'A4 paper, box', quantity: 10, unit_price: 62.5 }],
      },
    },
    answer: STATES.draft,
  }),
  update: inBothForms({
    path: DRAFT,
    bodies: {
      'One changed line, one new line': {
        notes: 'Stationery, second and third quarter',
        items: [
          { id: 11, quantity: 80 },
          { description: 'Stapler', quantity: 6, unit: 'piece', unit_price: 38, vat_rate: 15 },
        ],
      },
      'Another vendor': { vendor_id: 4 },
    },
    answer: STATES.draft,
  }),
  addItem: inBothForms({
    path: DRAFT,
    bodies: { 'One line': { description: 'Stapler', quantity: 6, unit: 'piece', unit_price: 38, vat_rate: 15 } },
  }),
  updateItem: inBothForms({
    path: { ...DRAFT, item_id: 11 },
    bodies: { 'Quantity and price': { quantity: 80, unit_price: 59.9 } },
  }),
};
