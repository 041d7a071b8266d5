export { ApprovalOut, PendingApproverOut, presentApprovals, presentPendingApprover } from './answers';
export { ApprovalsModule } from './approvals.module';
export { ApprovalsService, type DecisionResult, requireCurrentStep, type WaitingInvoice } from './approvals.service';
export { type PeopleRow, peopleSql, type StepRow, stepsSql } from './approvals.sql';
export type { Person } from './domain/authority';
export type { ApprovalSides, ApprovalSubject, InvoiceSubject } from './domain/subject';
export { EXPENSE_TYPES, type ExpenseType, type Routed } from './domain/workflow';
export { handedOver, type LeaverRow, pendingApprovers } from './pending-steps';
export { type ApprovalDocuments, ApprovalPorts, type DecidedDocument, type DocumentDecision } from './inbox/ports';
