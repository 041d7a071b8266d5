/**
 * The kinds of records whose changes the audit log keeps, singular. Replaying the entries of a record of any of them
 * rebuilds it (`test/database/audit-replay.test.ts`, which has a part for each).
 */
export const AUDITED_TYPES = [
  'approval_workflow',
  'budget',
  'department',
  'goods_receipt',
  'invoice',
  'project',
  'purchase_order',
  'role',
  'settings',
  'tenant',
  'token',
  'user',
  'vendor',
  'webhook',
] as const;
export type AuditedType = (typeof AUDITED_TYPES)[number];

/** What an entry is about: a record, an import or an export as a whole, or requests that changed none (refusals, exports). */
export type AuditEntityType = AuditedType | 'export' | 'import' | 'request';
