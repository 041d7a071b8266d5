export * from './entities/columns';
export { query, statement, type Query } from './connection/statement';
export { isForeignKeyViolation, isTenantShut, isUniqueViolation } from './connection/errors';
export { DatabaseModule } from './database.module';
export { claimJobs, type JobRef, JobsRepository, type Leased } from './records/jobs/jobs.repository';
export { type JobKind, JobRunner } from './records/jobs/job-runner';
export { KeptLease, LostLease } from './records/jobs/kept-lease';
export { canaryOf, KNOWN_KEYS, RETIRE_OTHER_KEYS } from './checks/encryption-key-check';
export {
  type After,
  readList,
  rowsAfter,
  type SelectedList,
  ListWalk,
  mustBeThere,
  type Placed,
  type WalkedList,
  walkList,
  type WalkPart,
} from './lists/walk-list';
export { PLACE } from './lists/stretches';
export {
  allOf,
  collated,
  type Condition,
  containing,
  isIndexed,
  isOneOf,
  isWithin,
  isoSql,
  oneContains,
  orderBy,
  sortedBy,
  type SortTerm,
  type SortType,
  within,
} from './lists/sql';
export { AuditLog, type AuditRecord } from './records/audit-log';
export { AUDITED_TYPES, type AuditedType } from './transaction/record-changes';
export {
  forEachTenant,
  type TenantWalk,
  visitTenants,
  type Walked,
  walkTenants,
  deleteOldRows,
} from './records/tenant-walk';
export {
  changeExternal,
  requireOwnExternalId,
  type Holder,
  requireOwnIdentifiers,
  takenBy,
} from './records/external-ids';
export { NumberSeries } from './records/number-series';
export { lockOne, readOne, raiseVersion } from './records/one-record.repository';
export { eventBody, INSERT_EVENTS, ToldEvents } from './transaction/told-events';
export { otherValues, replaceValues, type SealedColumn, type SealedRow } from './records/sealed-column';
export { Outbox, pruneEvents, type OutboxListener, type RecordedEvent } from './records/outbox';
export { ReadinessConnection } from './checks/readiness-connection';
export { LaggingReads } from './transaction/lagging-reads';
export {
  advanceIds,
  type AdvancedSeries,
  advanceSeries,
  noteInEveryTenant,
  currentTimeline,
  isSame,
  lastRestore,
  lockTimelines,
  notedTimeline,
  noteTimeline,
  type RunSql,
} from './recovery/timelines';
export { Transaction } from './transaction/transaction';
export { tenantIdOf, UnitOfWork, type ReadScope } from './transaction/unit-of-work';
