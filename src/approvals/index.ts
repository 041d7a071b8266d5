export { ApprovalOut, PendingApproverOut, presentApprovals, presentPendingApprover } from './answers';
export { ApprovalsModule } from './approvals.module';
export type { ApprovalSides, ApprovalSubject } from './approvals.repository';
export {
  ApprovalsService,
  type DecisionResult,
  handedOver,
  type LeaverRow,
  pendingApprovers,
} from './approvals.service';
export { type PeopleRow, peopleSql, type StepRow, stepsSql } from './approvals.sql';
export type { Person } from './domain/authority';
export { EXPENSE_TYPES, type ExpenseType } from './domain/workflow';
