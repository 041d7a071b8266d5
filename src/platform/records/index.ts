/**
 * A record declares its fields once. Three classes, each extending the one before: the fields that clients write, the fields that
 * responses show beside them, and the entity. Requests, responses, columns, SQL, the audit log and imports follow from them.
 */
export type { RecordType } from './fields';
export { ExternalFields, RecordField } from './field';
export { changesIn, RequestOf, withDefaults } from './requests';
export { ResponseOf } from './responses';
export { assignSql, auditedOf, bindingOf, cellsOf, columnNames, jsonSql, recordsetSql, selectSql } from './columns';
export type { Input, ResponseFields, RowOf } from './types';
