export * from './entities/columns';
export { query, statement, type Query } from './connection/statement';
export { isForeignKeyViolation, isTenantShut, isUniqueViolation } from './connection/errors';
export { DatabaseModule } from './database.module';
export * from './records/jobs';
export { canaryOf, KNOWN_KEYS, RETIRE_OTHER_KEYS } from './checks/encryption-key-check';
export * from './lists';
export { AuditLog, type AuditRecord } from './records/audit-log';
export { AUDITED_TYPES, type AuditedType } from './transaction/audited-types';
export { forEachTenant, type TenantWalk, visitTenants, type Walked, walkTenants } from './records/tenant-walk';
export { changeExternal, requireOwnExternalId } from './records/external-ids';
export { NumberSeries } from './records/number-series';
export { lockOne, readOne } from './records/one-record.repository';
export { raiseVersion } from './records/raised-version';
export { eventBody, INSERT_EVENTS, ToldEvents } from './transaction/told-events';
export { type Holder, requireOwnIdentifiers, takenBy } from './records/taken';
export { deleteOldRows } from './records/old-rows';
export { otherValues, replaceValues, type SealedColumn, type SealedRow } from './records/sealed-column';
export { Outbox, pruneEvents, type OutboxListener, type RecordedEvent } from './records/outbox';
export { ReadinessConnection } from './checks/readiness-connection';
export { LaggingReads } from './transaction/lagging-reads';
export { advanceIds, type AdvancedSeries, advanceSeries, noteInEveryTenant } from './recovery/advance';
export {
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
