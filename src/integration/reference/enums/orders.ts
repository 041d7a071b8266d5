import type { NamedEnum } from '../../../platform/http';

const ORDER_STATUS = {
  draft: 'Being written; only its author’s tenant sees it, nothing is reserved.',
  approved: 'Every step has approved; the vendor may deliver and bill.',
  rejected: 'An approver has refused it; `revise` makes it a draft again.',
  completed: 'Everything that can be billed is billed and, with three-way matching, received.',
  cancelled: 'Given up for good.',
} as const;

/** Sets of values of purchase orders and their approval. */
export const ORDER_ENUMS: readonly NamedEnum[] = [
  {
    name: 'PurchaseOrderStatus',
    description: 'Where a purchase order stands.',
    values: {
      draft: ORDER_STATUS.draft,
      pending_approval: 'Submitted; the current approval step has not decided yet. Its total is reserved.',
      approved: ORDER_STATUS.approved,
      rejected: ORDER_STATUS.rejected,
      completed: ORDER_STATUS.completed,
      cancelled: ORDER_STATUS.cancelled,
    },
  },
  {
    name: 'PurchaseOrderStatusB',
    description: 'Where a purchase order stands, in the words of Form B.',
    values: {
      draft: ORDER_STATUS.draft,
      pending: 'Submitted; the current approval step has not decided yet. Form A calls it `pending_approval`.',
      approved: ORDER_STATUS.approved,
      rejected: ORDER_STATUS.rejected,
      completed: ORDER_STATUS.completed,
      cancelled: ORDER_STATUS.cancelled,
    },
  },
  {
    name: 'PurchaseOrderApprovalStatus',
    description: 'What approval has come to, whatever happened to the order later.',
    values: {
      draft: 'Not submitted.',
      pending: 'Submitted, not decided.',
      approved: 'Approved, also where the order is completed.',
      rejected: 'Refused by an approver.',
    },
  },
  {
    name: 'ExpenseType',
    description: 'How the cost is booked, which also chooses the budget.',
    values: { CAPEX: 'An investment: it is capitalised.', OPEX: 'Running cost. What an order has that names none.' },
  },
  {
    name: 'AmendmentStatus',
    description: 'Where a change of an approved order stands.',
    values: {
      pending: 'It waits for approval; the order is used under its old version.',
      applied: 'It is part of the order, whose version has risen.',
      rejected: 'An approver has refused it; the order stays as it was.',
      cancelled: 'It was taken back before it was decided.',
    },
  },
  {
    name: 'ApprovalStepStatus',
    description: 'Where one step of an approval stands.',
    values: {
      waiting: 'An earlier step must decide first.',
      pending: 'It is this step’s turn.',
      approved: 'Decided: approved.',
      rejected: 'Decided: refused, which ends the round.',
      skipped: 'Never asked, as an earlier step refused or the round was taken back.',
    },
  },
  {
    name: 'ApprovalGroundReason',
    description: 'Why this user may decide the step.',
    values: {
      role: 'They have the role that the step asks for.',
      named: 'The step names them.',
      delegation: 'Somebody who may decide has delegated to them.',
      fallback: 'Nobody else can decide the step, so the admins may.',
      admin: 'Their token has the ability `admin`; the decision is recorded as an override.',
    },
  },
  {
    name: 'ApprovalDocumentType',
    description: 'The kind of document that waits for a decision.',
    values: {
      purchase_order: 'A purchase order that was submitted.',
      amendment: 'A change of an approved purchase order.',
      invoice: 'A vendor’s invoice.',
    },
  },
  {
    name: 'DecisionOutcome',
    description: 'How a step is decided.',
    values: { approve: 'The step approves.', reject: 'The step refuses; `comments` say why and are required.' },
  },
  {
    name: 'OutcomeStatus',
    description: 'What came of one of several decisions.',
    values: { done: 'It was made.', refused: 'It was refused; `error` says why. The others are not touched by it.' },
  },
  {
    name: 'WorkflowStepMode',
    description: 'How many of those who may decide a step must approve it.',
    values: { any: 'One approval is enough.', all: 'Each of them must approve.' },
  },
];
