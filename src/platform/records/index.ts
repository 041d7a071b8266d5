/**
 * A record declares its fields once, in three classes that extend each other: the fields that clients write, the
 * additional fields of responses, and the entity. Requests, responses, columns, SQL, the audit log and imports are
 * derived from them.
 */
export type { RecordType } from './fields';
export { ExternalFields, RecordField } from './field';
export { changesIn, RequestOf, withDefaults } from './requests';
export { ResponseOf } from './responses';
export { assignSql, auditedOf, bindingOf, cellsOf, columnNames, jsonSql, recordsetSql, selectSql } from './columns';
export type { Input, ResponseFields, RowOf } from './types';
