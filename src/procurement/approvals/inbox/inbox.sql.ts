import { isoSql } from '../../../platform/database';
import { personSql } from '../../../organisation/users';
import { inForceSql, lentSql, PEOPLE, type PeopleRow } from '../approvals.sql';
import type { OpenStep } from '../domain/authority';
import type { ApprovalDocuments, DocumentType } from './ports';

export interface PendingRow {
  readonly type: DocumentType;
  readonly id: number;
  readonly purchase_order_id: number | null;
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
  readonly barred_ids: readonly number[];
  readonly department_id: number | null;
  readonly asked_by: NamedRow | null;
  readonly department: NamedRow | null;
  readonly vendor: NamedRow;
  readonly since: string;
  readonly step_id: number | null;
  /** The step without its approvals, which are in {@link decisions}; null for a document without steps. */
  readonly step: Omit<OpenStep, 'approvedFor' | 'approvedBy'> | null;
  /** Every approval of the round so far; `own`: of this step. */
  readonly decisions: readonly { readonly own: boolean; readonly by: number; readonly for: number }[];
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** All possible approvers of pending documents, and the data that restrict them. */
export interface TenantPeopleRow extends Pick<PeopleRow, 'people' | 'delegations'> {
  readonly heads: readonly { readonly department: number; readonly head: number }[];
  /** Roles that may decide a type of document at all; null if only the steps count. */
  readonly roles: Readonly<Record<DocumentType, readonly string[] | null>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** How the steps `s` of each type refer to their document. */
const OF_KIND: Readonly<Record<DocumentType, { readonly id: string; readonly is: string }>> = {
  purchase_order: { id: 's.purchase_order_id', is: 's.purchase_order_id IS NOT NULL AND s.amendment_id IS NULL' },
  amendment: { id: 's.amendment_id', is: 's.amendment_id IS NOT NULL' },
  invoice: { id: 's.invoice_id', is: 's.invoice_id IS NOT NULL' },
};

/** Condition that steps `r` belong to the same document as step `s`. */
const SAME_DOCUMENT: Readonly<Record<DocumentType, string>> = {
  purchase_order: 'r.purchase_order_id = s.purchase_order_id AND coalesce(r.amendment_id, 0) = 0',
  amendment: 'r.purchase_order_id = s.purchase_order_id AND coalesce(r.amendment_id, 0) = s.amendment_id',
  invoice: 'r.invoice_id = s.invoice_id',
};

/** Selected columns: `stepped` for a document `w` with its open step `s`, `alone` for a document without steps. */
interface Selected {
  stepped(type: DocumentType): string;
  alone(type: DocumentType): string;
}

interface Conditions {
  readonly stepped: string;
  readonly alone: string;
}

type Kind = readonly [DocumentType, ApprovalDocuments];

/** Pending documents `w` of these types in tenant $1: with their open steps `s`, or without steps. */
export function pendingSql(kinds: readonly Kind[], select: Selected, where: Conditions): string {
  return kinds
    .flatMap(([type, { sql, mayDecideAlone }]) => [
      `
SELECT ${select.stepped(type)}
  FROM approval_steps s
  JOIN (${sql}) w ON w.tenant_id = s.tenant_id AND w.id = ${OF_KIND[type].id}
 WHERE s.tenant_id = $1 AND s.status = 'pending' AND ${OF_KIND[type].is} AND ${where.stepped}`,
      ...(mayDecideAlone
        ? [`SELECT ${select.alone(type)} FROM (${sql}) w WHERE w.tenant_id = $1 AND w.waits_alone AND ${where.alone}`]
        : []),
    ])
    .join(' UNION ALL ');
}

/** A {@link PendingRow} as `row`, with its sort columns. */
export const ROWS: Selected = {
  stepped: (type) => `s.opened_at AS since, '${type}' AS type, s.id AS place, json_build_object(${document(type)},
    'since', ${isoSql('s.opened_at')}, 'step_id', s.id,
    'step', json_build_object('step', s.step, 'name', s.name, 'mode', s.mode, 'memberIds', s.member_ids,
      'assignee', CASE WHEN s.role IS NULL THEN json_build_object('userIds', s.user_ids)
                       ELSE json_build_object('role', s.role) END),
    'decisions', (SELECT coalesce(json_agg(json_build_object('own', r.id = s.id, 'by', d.decided_by_id,
                           'for', coalesce(d.on_behalf_of_id, d.decided_by_id)) ORDER BY d.id), '[]'::json)
                    FROM approval_steps r
                    JOIN approval_decisions d ON d.tenant_id = r.tenant_id AND d.step_id = r.id AND d.outcome = 'approved'
                   WHERE r.tenant_id = s.tenant_id AND r.round = s.round AND ${SAME_DOCUMENT[type]})) AS row`,
  alone: (type) => `w.waits_since AS since, '${type}' AS type, w.id AS place, json_build_object(${document(type)},
    'since', ${isoSql('w.waits_since')}, 'step_id', NULL, 'step', NULL, 'decisions', '[]'::json) AS row`,
};

/** One row per document, for the count. */
export const ONE_EACH: Selected = { stepped: () => '1', alone: () => '1' };

function document(type: DocumentType): string {
  return `
    'type', '${type}', 'id', w.id, 'purchase_order_id', w.purchase_order_id, 'number', w.number, 'amount', w.amount,
    'currency', w.currency, 'barred_ids', w.barred_ids, 'department_id', w.department_id,
    'asked_by', ${personSql('w.tenant_id', 'w.asked_by_id')},
    'department', (SELECT json_build_object('id', d.id, 'name', d.name) FROM departments d
                    WHERE d.tenant_id = w.tenant_id AND d.id = w.department_id),
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name) FROM vendors v
                WHERE v.tenant_id = w.tenant_id AND v.id = w.vendor_id)`;
}

/** User $2 and the principals who delegated to them on day $3. Evaluated once, not per step. */
const AUTHORITIES = `users u WHERE u.tenant_id = $1 AND (u.id = $2 OR u.id IN (
  SELECT l.user_id FROM delegations l WHERE l.tenant_id = $1 AND l.delegate_id = $2 AND ${inForceSql('l', '$3::date')}))`;

/** A superset of the steps `s` that user $2 may decide on day $3. Any step may include admins and their delegates. */
export const MAY_ASK = `(s.member_ids IS NULL OR (SELECT bool_or(u.role = 'admin') FROM ${AUTHORITIES})
   OR s.member_ids && (SELECT array_agg(u.id) FROM ${AUTHORITIES}))`;

/**
 * A {@link TenantPeopleRow} as `row`. People are the active users that an open step may include or that may decide
 * without steps, their delegates, and the admins. Parameters: tenant, today.
 */
export function tenantPeopleSql(kinds: readonly Kind[]): string {
  const roles = kinds.flatMap(([, documents]) => documents.roles ?? []);
  const asked = roles.map((sql) => ` OR u.role = ANY (${sql})`).join('');
  const byKind = kinds.map(([type, documents]) => `'${type}', ${documents.roles ?? 'NULL'}`).join(', ');
  return `
WITH open AS (
  SELECT s.role, s.user_ids FROM approval_steps s WHERE s.tenant_id = $1 AND s.status = 'pending'
), heads AS (
  SELECT d.id, d.head_user_id FROM departments d WHERE d.tenant_id = $1 AND d.head_user_id IS NOT NULL
), principals AS (
  SELECT u.id, u.name_en, u.role, u.department_id FROM users u
   WHERE u.tenant_id = $1 AND u.status = 'active'
     AND (u.role IN ('admin', 'department_head') OR u.role IN (SELECT role FROM open)
       OR u.id IN (SELECT head_user_id FROM heads) OR u.id IN (SELECT unnest(user_ids) FROM open)${asked})
), ${lentSql('$1', '$2::date')}
SELECT json_build_object(
  'people', ${PEOPLE},
  'delegations', (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'delegateId', delegate_id)
                    ORDER BY user_id, delegate_id), '[]'::json) FROM lent),
  'heads', (SELECT coalesce(json_agg(json_build_object('department', id, 'head', head_user_id)), '[]'::json) FROM heads),
  'roles', json_build_object(${byKind}),
  'settings', (SELECT t.settings FROM tenants t WHERE t.id = $1)) AS row`;
}

/** The recipient of a mail. */
export interface AddresseeRow {
  readonly id: number;
  readonly nameEn: string;
  readonly nameAr: string | null;
  readonly email: string;
}

/** Serialises the reminders of a tenant until this transaction ends. Parameters: tenant. */
export const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtextextended('approval-reminders/' || $1::text, 0))`;

/**
 * Marks and returns the ids of steps that were opened or last reminded at $3 or before. Skips steps that are being
 * decided; the next run handles them. Parameters: tenant, now, latest time.
 */
export const CLAIM_DUE = `
UPDATE approval_steps SET reminded_at = $2
 WHERE tenant_id = $1 AND id IN (
   SELECT id FROM approval_steps
    WHERE tenant_id = $1 AND status = 'pending' AND coalesce(reminded_at, opened_at) <= $3
      FOR UPDATE SKIP LOCKED)
 RETURNING id`;

/** {@link AddresseeRow}s of active users. Parameters: tenant, ids. */
export const ADDRESSEES = `
SELECT id, name_en AS "nameEn", name_ar AS "nameAr", email FROM users
 WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND status = 'active' ORDER BY id`;
