import { isoSql } from '../../../platform/database';
import { personSql } from '../../../organisation/users';
import { inForceSql, lentSql, PEOPLE, type PeopleRow } from '../approvals.sql';
import type { OpenStep } from '../domain/authority';
import type { ApprovalDocuments, DocumentType } from './ports';

/** A document that waits, and the step whose turn it is. */
export interface WaitingRow {
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
  /** The step, without its approvals, which {@link decisions} say; null where no steps decide the document. */
  readonly step: Omit<OpenStep, 'approvedFor' | 'approvedBy'> | null;
  /** Every approval of the round so far; `own`: on this very step. */
  readonly decisions: readonly { readonly own: boolean; readonly by: number; readonly for: number }[];
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** The people of a tenant who could have a say in anything that waits, and what decides which of them may. */
export interface TenantPeopleRow extends Pick<PeopleRow, 'people' | 'delegations'> {
  readonly heads: readonly { readonly department: number; readonly head: number }[];
  /** Of each kind the roles that may decide it at all; null where the steps alone say. */
  readonly roles: Readonly<Record<DocumentType, readonly string[] | null>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** How the steps `s` of each kind find their document, and which are its. */
const OF_KIND: Readonly<Record<DocumentType, { readonly id: string; readonly is: string }>> = {
  purchase_order: { id: 's.purchase_order_id', is: 's.purchase_order_id IS NOT NULL AND s.amendment_id IS NULL' },
  amendment: { id: 's.amendment_id', is: 's.amendment_id IS NOT NULL' },
  invoice: { id: 's.invoice_id', is: 's.invoice_id IS NOT NULL' },
};

/** Of the steps `r` those of the same document as step `s`. */
const SAME_DOCUMENT: Readonly<Record<DocumentType, string>> = {
  purchase_order: 'r.purchase_order_id = s.purchase_order_id AND coalesce(r.amendment_id, 0) = 0',
  amendment: 'r.purchase_order_id = s.purchase_order_id AND coalesce(r.amendment_id, 0) = s.amendment_id',
  invoice: 'r.invoice_id = s.invoice_id',
};

/** What a list selects of a document `w` with its open step `s`, and of one that waits without. */
interface Selected {
  stepped(type: DocumentType): string;
  alone(type: DocumentType): string;
}

/** Conditions on a document `w` with its open step `s`, and on one that waits without. */
interface Conditions {
  readonly stepped: string;
  readonly alone: string;
}

type Kind = readonly [DocumentType, ApprovalDocuments];

/** What waits in tenant $1 of these kinds, under conditions: documents `w` with their open steps `s`, and those without. */
export function waitingSql(kinds: readonly Kind[], select: Selected, where: Conditions): string {
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

/** A {@link WaitingRow} as `row`, with what it is sorted by. */
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

/** A row for each, to be counted. */
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

/** User $2 and those who have delegated to them on day $3: on whose authority they may decide. Found once, not for each step. */
const AUTHORITIES = `users u WHERE u.tenant_id = $1 AND (u.id = $2 OR u.id IN (
  SELECT l.user_id FROM delegations l WHERE l.tenant_id = $1 AND l.delegate_id = $2 AND ${inForceSql('l', '$3::date')}))`;

/**
 * Whether step `s` may ask user $2, on day $3: wider than the rules, which leave out what this finds too much. An admin, and
 * whoever an admin has delegated to, may be asked by any.
 */
export const MAY_ASK = `(s.member_ids IS NULL OR (SELECT bool_or(u.role = 'admin') FROM ${AUTHORITIES})
   OR s.member_ids && (SELECT array_agg(u.id) FROM ${AUTHORITIES}))`;

/**
 * A {@link TenantPeopleRow} as `row`: the active users whom any open step could ask, whose role may decide without one, those
 * they have delegated to, and the admins. Values: tenant, today.
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

/** A user as a letter addresses them. */
export interface AddresseeRow {
  readonly id: number;
  readonly nameEn: string;
  readonly nameAr: string | null;
  readonly email: string;
}

/** Makes all other reminders of the tenant wait until this transaction ends. Values: tenant. */
export const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtextextended('approval-reminders/' || $1::text, 0))`;

/**
 * Notes that the steps are reminded of which have been open, or not been reminded of, since $3 or before; answers their ids. A
 * step that is being decided is left to the next time. Values: tenant, now, since when.
 */
export const CLAIM_DUE = `
UPDATE approval_steps SET reminded_at = $2
 WHERE tenant_id = $1 AND id IN (
   SELECT id FROM approval_steps
    WHERE tenant_id = $1 AND status = 'pending' AND coalesce(reminded_at, opened_at) <= $3
      FOR UPDATE SKIP LOCKED)
 RETURNING id`;

/** {@link AddresseeRow}s of active users. Values: tenant, ids. */
export const ADDRESSEES = `
SELECT id, name_en AS "nameEn", name_ar AS "nameAr", email FROM users
 WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND status = 'active' ORDER BY id`;
