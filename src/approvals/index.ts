export type { ApprovalSubject, PeopleRow, StepRow } from './approval-rows';
export { ApprovalsModule } from './approvals.module';
export { ApprovalsService, pendingApprovers } from './approvals.service';
export type { DecisionRequest, DecisionResult } from './approvals.service';
export { isoSql, peopleSql, stepsSql } from './approvals.sql';
export type { Person } from './domain/authority';
export { EXPENSE_TYPES } from './domain/workflow';
export type { ExpenseType } from './domain/workflow';
export { ApprovalOut, PendingApproverOut, presentApprovals, presentPendingApprover } from './http/present';
