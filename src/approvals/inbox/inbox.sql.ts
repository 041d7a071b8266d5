import { inForceSql } from '../approvals.sql';
import { isoSql } from '../../database';
import { personSql } from '../../users';
import type { PeopleRow } from '../approvals.sql';
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
  readonly step_id: number;
  /** The step; without whom it was approved for, which {@link decisions} say. */
  readonly step: Omit<OpenStep, 'approvedFor'>;
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
  readonly settings: Readonly<Record<string, unknown>>;
}

/** How the steps `s` of each kind find their document, and which are its. */
const OF_KIND: Readonly<Record<DocumentType, { readonly id: string; readonly is: string }>> = {
  purchase_order: { id: 's.purchase_order_id', is: 's.purchase_order_id IS NOT NULL AND s.amendment_id IS NULL' },
  amendment: { id: 's.amendment_id', is: 's.amendment_id IS NOT NULL' },
};

/** Of the steps `r` those of the same document and round as step `s`. */
const SAME_ROUND = `r.tenant_id = s.tenant_id AND r.round = s.round AND r.purchase_order_id = s.purchase_order_id
    AND coalesce(r.amendment_id, 0) = coalesce(s.amendment_id, 0)`;

/** The open steps of tenant $1 of these kinds as rows `s` beside their documents `w`, under a condition. */
export function waitingSql(
  kinds: readonly (readonly [DocumentType, ApprovalDocuments])[],
  select: (type: DocumentType) => string,
  condition: string,
): string {
  return kinds
    .map(
      ([type, { sql }]) => `
SELECT ${select(type)}
  FROM approval_steps s
  JOIN (${sql}) w ON w.tenant_id = s.tenant_id AND w.id = ${OF_KIND[type].id}
 WHERE s.tenant_id = $1 AND s.status = 'pending' AND ${OF_KIND[type].is} AND ${condition}`,
    )
    .join(' UNION ALL ');
}

/** A {@link WaitingRow} as `row`, with `opened_at` and `step_id` to sort by. */
export function rowSql(type: DocumentType): string {
  return `s.opened_at, s.id AS step_id, json_build_object(
    'type', '${type}', 'id', w.id, 'purchase_order_id', w.purchase_order_id, 'number', w.number, 'amount', w.amount,
    'currency', w.currency, 'barred_ids', w.barred_ids, 'department_id', w.department_id,
    'asked_by', ${personSql('w.tenant_id', 'w.asked_by_id')},
    'department', (SELECT json_build_object('id', d.id, 'name', d.name) FROM departments d
                    WHERE d.tenant_id = w.tenant_id AND d.id = w.department_id),
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name) FROM vendors v
                WHERE v.tenant_id = w.tenant_id AND v.id = w.vendor_id),
    'since', ${isoSql('s.opened_at')}, 'step_id', s.id,
    'step', json_build_object('step', s.step, 'name', s.name, 'mode', s.mode, 'memberIds', s.member_ids,
      'assignee', CASE WHEN s.role IS NULL THEN json_build_object('userIds', s.user_ids)
                       ELSE json_build_object('role', s.role) END),
    'decisions', (SELECT coalesce(json_agg(json_build_object('own', r.id = s.id, 'by', d.decided_by_id,
                           'for', coalesce(d.on_behalf_of_id, d.decided_by_id)) ORDER BY d.id), '[]'::json)
                    FROM approval_steps r
                    JOIN approval_decisions d ON d.tenant_id = r.tenant_id AND d.step_id = r.id AND d.outcome = 'approved'
                   WHERE ${SAME_ROUND})) AS row`;
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
 * A {@link TenantPeopleRow} as `row`: the active users whom any open step could ask, those they have delegated to, and the
 * admins. Values: tenant, today.
 */
export const TENANT_PEOPLE = `
WITH open AS (
  SELECT s.role, s.user_ids FROM approval_steps s WHERE s.tenant_id = $1 AND s.status = 'pending'
), heads AS (
  SELECT d.id, d.head_user_id FROM departments d WHERE d.tenant_id = $1 AND d.head_user_id IS NOT NULL
), principals AS (
  SELECT u.id, u.name_en, u.role, u.department_id FROM users u
   WHERE u.tenant_id = $1 AND u.status = 'active'
     AND (u.role IN ('admin', 'department_head') OR u.role IN (SELECT role FROM open)
       OR u.id IN (SELECT head_user_id FROM heads) OR u.id IN (SELECT unnest(user_ids) FROM open))
), lent AS (
  SELECT l.user_id, l.delegate_id FROM delegations l JOIN principals p ON p.id = l.user_id
   WHERE l.tenant_id = $1 AND ${inForceSql('l', '$2::date')}
), people AS (
  SELECT * FROM principals
  UNION
  SELECT u.id, u.name_en, u.role, u.department_id FROM users u JOIN lent ON lent.delegate_id = u.id
   WHERE u.tenant_id = $1 AND u.status = 'active'
)
SELECT json_build_object(
  'people', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name_en, 'role', role,
               'departmentId', department_id, 'active', true) ORDER BY id), '[]'::json) FROM people),
  'delegations', (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'delegateId', delegate_id)
                    ORDER BY user_id, delegate_id), '[]'::json) FROM lent),
  'heads', (SELECT coalesce(json_agg(json_build_object('department', id, 'head', head_user_id)), '[]'::json) FROM heads),
  'settings', (SELECT t.settings FROM tenants t WHERE t.id = $1)) AS row`;
