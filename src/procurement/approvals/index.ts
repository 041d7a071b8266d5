export {
  ApprovalResponse,
  approvalRows,
  PendingApproverResponse,
  toApprovalsResponse,
  toPendingApproverResponse,
} from './steps/answers';
export { DelegationResponse, toDelegationResponse } from './delegations/answers';
export { DelegationsService } from './delegations/delegations.service';
export { AmendmentWorkflowResponse, toAmendmentWorkflowResponse, toStoredWorkflowResponse } from './workflows/answers';
export { WorkflowsService } from './workflows/workflows.service';
export { ApprovalsModule } from './approvals.module';
export { ApprovalsService, requireCurrentStep } from './approvals.service';
export { LEAVER, type PeopleRow, peopleSql, type StepRow, stepsSql } from './approvals.sql';
export type { Person } from './domain/authority';
export type { ApprovalSides, ApprovalSubject, InvoiceSubject } from './domain/subject';
export {
  auditDetails,
  type DecisionResult,
  overriddenBudget,
  type Overridden,
  overrideDetails,
} from './domain/decision';
export { EXPENSE_TYPES, type ExpenseType, type Routed } from './domain/workflow';
export { handedOver, type LeaverRow, pendingApprovers } from './steps/pending-steps';
export {
  type AloneDocument,
  type ApprovalDocuments,
  ApprovalPorts,
  type DecidedDocument,
  type DocumentDecision,
  type NamedDocument,
} from './inbox/ports';
