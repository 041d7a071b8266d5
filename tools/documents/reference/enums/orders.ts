import type { NamedEnum } from '../../openapi/reference';

const ORDER_STATUS = {
  draft: 'Not submitted yet. Nothing is reserved.',
  approved: 'All steps have approved. The vendor may deliver and bill.',
  rejected: 'An approver has rejected the order. `revise` makes it a draft again.',
  completed: 'Everything that can be billed is billed and, with three-way matching, received.',
  cancelled: 'Cancelled permanently.',
} as const;

/** Enums of purchase orders and their approval. */
export const ORDER_ENUMS: readonly NamedEnum[] = [
  {
    name: 'PurchaseOrderStatus',
    description: 'The status of a purchase order.',
    values: {
      draft: ORDER_STATUS.draft,
      pending_approval: 'Submitted; the current approval step is not decided yet. The total is reserved.',
      approved: ORDER_STATUS.approved,
      rejected: ORDER_STATUS.rejected,
      completed: ORDER_STATUS.completed,
      cancelled: ORDER_STATUS.cancelled,
    },
  },
  {
    name: 'PurchaseOrderStatusB',
    description: 'The status of a purchase order, as named in Form B.',
    values: {
      draft: ORDER_STATUS.draft,
      pending: 'Submitted; the current approval step is not decided yet. `pending_approval` in Form A.',
      approved: ORDER_STATUS.approved,
      rejected: ORDER_STATUS.rejected,
      completed: ORDER_STATUS.completed,
      cancelled: ORDER_STATUS.cancelled,
    },
  },
  {
    name: 'PurchaseOrderApprovalStatus',
    description: 'The result of the approval, regardless of later changes of the order.',
    values: {
      draft: 'Not submitted.',
      pending: 'Submitted, not decided.',
      approved: 'Approved, including completed orders.',
      rejected: 'Rejected by an approver.',
    },
  },
  {
    name: 'ExpenseType',
    description: 'The accounting type of the cost, which also selects the budget.',
    values: { CAPEX: 'An investment, which is capitalised.', OPEX: 'Running costs. The default of an order.' },
  },
  {
    name: 'AmendmentStatus',
    description: 'The status of an amendment.',
    values: {
      pending: 'Waits for approval; the previous version of the order stays in effect.',
      applied: 'Applied; the order has a new document version.',
      rejected: 'Rejected by an approver; the order did not change.',
      cancelled: 'Cancelled before the decision.',
    },
  },
  {
    name: 'ApprovalStepStatus',
    description: 'The status of an approval step.',
    values: {
      waiting: 'An earlier step must be decided first.',
      pending: 'The current step.',
      approved: 'Decided: approved.',
      rejected: 'Decided: rejected, which ends the round.',
      skipped: 'Not decided, because an earlier step rejected or the round was withdrawn.',
    },
  },
  {
    name: 'ApprovalGroundReason',
    description: 'Why this user may decide the step.',
    values: {
      role: 'The user has the role of the step.',
      named: 'The step names the user.',
      delegation: 'An approver has delegated decisions to the user.',
      fallback: 'No other user can decide the step, so admins may.',
      admin: 'The user’s token has the ability `admin`; the decision is recorded as an override.',
    },
  },
  {
    name: 'ApprovalDocumentType',
    description: 'The kind of document to decide.',
    values: {
      purchase_order: 'A submitted purchase order.',
      amendment: 'An amendment of an approved purchase order.',
      invoice: 'A vendor’s invoice.',
    },
  },
  {
    name: 'DecisionOutcome',
    description: 'The decision of a step.',
    values: { approve: 'Approves the step.', reject: 'Rejects the step. `comments` with the reason are required.' },
  },
  {
    name: 'OutcomeStatus',
    description: 'The result of one decision in a batch.',
    values: {
      done: 'The decision was recorded.',
      refused: 'The decision was rejected; `error` contains the reason. The other decisions are not affected.',
    },
  },
  {
    name: 'WorkflowStepMode',
    description: 'How many of a step’s approvers must approve.',
    values: { any: 'One approval is enough.', all: 'All approvers must approve.' },
  },
];
