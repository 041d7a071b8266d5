import { isoSql } from '../../platform/database';
import { personSql } from '../../organisation/users';
import type { ApprovalFacts } from './domain/authority';
import type { RecordedStep, RuleCondition, StepMode } from './domain/workflow';

export interface StepRow extends RecordedStep {
  readonly id: number;
  readonly mode: StepMode;
  /** Condition of the rule that requires it; null without a rule. */
  readonly rule?: RuleCondition | null;
  /** Names of the assigned users by id. */
  readonly userNames: Readonly<Record<string, string>> | null;
  /** Users eligible when the step opened; null before that. */
  readonly memberIds: readonly number[] | null;
}

/** All possible approvers of a pending document. */
export type PeopleRow = Pick<ApprovalFacts, 'departmentHeadId' | 'people' | 'delegations'>;

/** Steps of a document, and the possible approvers of its open ones. */
export interface LoadedSteps {
  readonly steps: readonly StepRow[];
  readonly people: PeopleRow;
}

/**
 * Arguments of subqueries that return {@link StepRow}s and a {@link PeopleRow} as JSON, so that one statement reads an
 * order with its approvals. The arguments are SQL expressions, never values. They must not use the aliases `s`, `d`,
 * `u`, `l` and `p` of the subqueries.
 */
export type SubjectSql = { readonly tenantId: string } & (
  | {
      readonly orderId: string;
      /** `0` for the order itself. */
      readonly amendmentId: string;
    }
  | { readonly invoiceId: string }
);

/** Whether a delegation is in force on a UTC day: from its first to its last day, inclusive, unless it was revoked. */
export function inForceSql(delegation: string, today: string): string {
  return `(${delegation}.revoked_at IS NULL AND ${today} BETWEEN ${delegation}.starts_on AND ${delegation}.ends_on)`;
}

/** Current name of a user. */
export const nameSql = (tenantId: string, id: string): string => `(${personSql(tenantId, id)}->>'name')`;

/** A user of a decision `d` with the name stored at the decision; with the current name if none was stored. */
const deciderSql = (id: string, name: string): string =>
  `json_build_object('id', ${id}, 'name', coalesce(${name}, ${nameSql('d.tenant_id', id)}))`;

export function stepsSql(subject: SubjectSql): string {
  return `(SELECT coalesce(json_agg(json_build_object(
      'id', s.id, 'round', s.round, 'step', s.step, 'name', s.name,
      'assignee', CASE WHEN s.role IS NULL THEN json_build_object('userIds', s.user_ids)
                       ELSE json_build_object('role', s.role) END,
      'userNames', CASE WHEN cardinality(s.user_ids) > 0 THEN
          (SELECT json_object_agg(u.id, u.name_en) FROM users u
            WHERE u.tenant_id = s.tenant_id AND u.id = ANY (s.user_ids)) END,
      'mode', s.mode, 'rule', s.rule, 'status', s.status, 'memberIds', s.member_ids,
      'decisions', (SELECT coalesce(json_agg(json_build_object(
            'outcome', d.outcome, 'by', ${deciderSql('d.decided_by_id', 'd.decided_by_name')},
            'onBehalfOf', CASE WHEN d.on_behalf_of_id IS NOT NULL THEN ${deciderSql('d.on_behalf_of_id', 'd.on_behalf_of_name')} END,
            'override', d.override, 'comments', d.comments, 'at', ${isoSql('d.decided_at')}) ORDER BY d.id), '[]'::json)
          FROM approval_decisions d WHERE d.tenant_id = s.tenant_id AND d.step_id = s.id)
    ) ORDER BY s.round, s.step), '[]'::json)
    FROM approval_steps s WHERE ${ofSubject('s', subject)})`;
}

/**
 * Active users that open and waiting steps may include, their delegates, and the admins.
 * @param today the UTC day on which delegations must be in force
 * @param roles a `text[]` of roles whose holders are included even without a step
 */
export function peopleSql(
  subject: SubjectSql & { readonly departmentId: string; readonly today: string; readonly roles?: string },
): string {
  const { tenantId, departmentId, today, roles } = subject;
  return `(WITH asked AS (
      SELECT s.role, s.user_ids FROM approval_steps s
       WHERE ${ofSubject('s', subject)} AND s.status IN ('pending', 'waiting')
    ), department AS (
      SELECT d.head_user_id AS head_id FROM departments d WHERE d.tenant_id = ${tenantId} AND d.id = ${departmentId}
    ), principals AS (
      SELECT u.id, u.name_en, u.role, u.department_id FROM users u
       WHERE u.tenant_id = ${tenantId} AND u.status = 'active'
         AND (u.role = 'admin'${roles === undefined ? '' : ` OR u.role = ANY (${roles})`}
           OR u.id = (SELECT head_id FROM department)
           OR (u.role = 'department_head' AND u.department_id = ${departmentId})
           OR u.role IN (SELECT a.role FROM asked a WHERE a.role <> 'department_head')
           OR u.id IN (SELECT unnest(a.user_ids) FROM asked a))
    ), ${lentSql(tenantId, today)}
    SELECT json_build_object(
      'departmentHeadId', (SELECT head_id FROM department),
      'people', ${PEOPLE},
      'delegations', (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'delegateId', delegate_id,
                        'id', id, 'from', starts_on, 'to', ends_on, 'grantedById', created_by_id)
                        ORDER BY user_id, delegate_id, id), '[]'::json) FROM lent)))`;
}

/** Over `principals`: `lent`, their delegations in force on a day; `people`, they and their active delegates. */
export const lentSql = (tenantId: string, today: string): string => `lent AS (
      SELECT l.user_id, l.delegate_id, l.id, l.starts_on, l.ends_on, l.created_by_id
        FROM delegations l JOIN principals p ON p.id = l.user_id
       WHERE l.tenant_id = ${tenantId} AND ${inForceSql('l', today)}
    ), people AS (
      SELECT * FROM principals
      UNION
      SELECT u.id, u.name_en, u.role, u.department_id FROM users u JOIN lent ON lent.delegate_id = u.id
       WHERE u.tenant_id = ${tenantId} AND u.status = 'active'
    )`;

/** `people` of {@link lentSql} as a JSON array. */
export const PEOPLE = `(SELECT coalesce(json_agg(json_build_object('id', id, 'name', name_en, 'role', role,
                   'departmentId', department_id, 'active', true) ORDER BY id), '[]'::json) FROM people)`;

function ofSubject(alias: string, subject: SubjectSql): string {
  const ofTenant = `${alias}.tenant_id = ${subject.tenantId}`;
  if ('invoiceId' in subject) return `${ofTenant} AND ${alias}.invoice_id = ${subject.invoiceId}`;
  return `${ofTenant} AND ${alias}.purchase_order_id = ${subject.orderId}
      AND coalesce(${alias}.amendment_id, 0) = ${subject.amendmentId}`;
}

/** Columns of a delegation, over {@link DELEGATIONS}. Parameters: as `OF_USER`, today. */
export const DELEGATION = `
       d.id, json_build_object('id', u.id, 'name', u.name_en) AS "user",
       json_build_object('id', l.id, 'name', l.name_en) AS delegate,
       d.starts_on AS "from", d.ends_on AS "to", ${inForceSql('d', '$3::date')} AS is_active, d.revoked_at, d.created_at`;

export const DELEGATIONS = `FROM delegations d
  JOIN users u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
  JOIN users l ON l.tenant_id = d.tenant_id AND l.id = d.delegate_id`;

/** Delegations by a user. $3 is bound for {@link DELEGATION}. Parameters: tenant, user, today. */
export const OF_USER = 'd.tenant_id = $1 AND d.user_id = $2 AND $3::date IS NOT NULL';

/** A `LeaverRow`. Parameters: tenant, user. */
export const LEAVER =
  'SELECT id, name_en AS name, role, department_id AS "departmentId" FROM users WHERE tenant_id = $1 AND id = $2';

/** Parameters: tenant, user. */
export const USER = 'SELECT status, role FROM users WHERE tenant_id = $1 AND id = $2';

/** Those that exist in the tenant. Parameters: tenant, department ids, user ids, project ids, vendor categories. */
export const KNOWN = `
SELECT ARRAY (SELECT id FROM departments WHERE tenant_id = $1 AND id = ANY ($2::bigint[])) AS departments,
       ARRAY (SELECT id FROM users WHERE tenant_id = $1 AND id = ANY ($3::bigint[])) AS users,
       ARRAY (SELECT id FROM projects WHERE tenant_id = $1 AND id = ANY ($4::bigint[])) AS projects,
       ARRAY (SELECT c.category FROM unnest($5::text[]) AS c (category) WHERE EXISTS (
         SELECT FROM vendors v WHERE v.tenant_id = $1 AND v.category_key = text_key(c.category))) AS categories`;
