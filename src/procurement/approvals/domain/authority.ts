import type { CalendarDate } from '../../../common/clock';
import { DomainError } from '../../../common/errors';
import { mayBeDelegate } from './delegation';
import { DEPARTMENT_HEAD, type FrozenStep } from './workflow';

export interface Person {
  readonly id: number;
  readonly name: string;
  /** Role slug. */
  readonly role: string;
  readonly departmentId: number | null;
  readonly active: boolean;
}

/** A delegation in force today. The optional fields are present when a decision is taken. */
export interface ActiveDelegation {
  readonly userId: number;
  readonly delegateId: number;
  readonly id?: number;
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
  readonly grantedById?: number | null;
}

/** The data of a document and its tenant that determine its approvers. */
export interface ApprovalFacts {
  /** Authors of the document. `preventSelfApproval` excludes them. */
  readonly barredIds: readonly number[];
  /** Null if the document has no department. */
  readonly departmentId: number | null;
  readonly departmentHeadId: number | null;
  /** Contains at least the assigned users, their delegates, and the admins. */
  readonly people: readonly Person[];
  readonly delegations: readonly ActiveDelegation[];
  /** Users who approved a step of this round. */
  readonly approvedBy: readonly number[];
  readonly preventSelfApproval: boolean;
  readonly requireDistinctApprovers: boolean;
}

export interface OpenStep extends FrozenStep {
  /** Users eligible when the step opened; null before that. */
  readonly memberIds: readonly number[] | null;
  /** Principals of the approvals so far: the approver, or the user who delegated to them. */
  readonly approvedFor: readonly number[];
  /** Users who approved the step so far. They cannot approve it again. */
  readonly approvedBy: readonly number[];
}

/** A current approver, and the principal: the same user, or the one who delegated to them. */
export interface Decider {
  readonly person: Person;
  readonly principalId: number;
}

interface Caller {
  readonly id: number;
  /** The token may decide any step, except where self-approval or distinct approvers exclude its user. */
  readonly admin: boolean;
}

interface Authority {
  /** Null for an override. */
  readonly principalId: number | null;
  /** An admin token decided a step that is not assigned to its user. */
  readonly override: boolean;
}

/**
 * The eligible users. They are stored when a step opens, so that users who become eligible later cannot decide it.
 * Includes users excluded by self-approval or distinct approvers, because decisions check these controls.
 */
export function membersToKeep(step: FrozenStep, facts: ApprovalFacts): readonly number[] {
  return eligible(step, facts).map(({ id }) => id);
}

/**
 * Users whose approval is missing. If none of them can decide (inactive, moved to another role or department, excluded
 * by a control), the step falls to the tenant's admins and ends with one approval. A user approves a step only once.
 */
function outstanding(
  step: OpenStep,
  facts: ApprovalFacts,
): { readonly principals: readonly Person[]; readonly fallback: boolean } {
  const mayCount = ({ id }: Person): boolean => !step.approvedBy.includes(id) && !isBarred(id, facts);
  const asked = named(step, facts).filter((person) => !step.approvedFor.includes(person.id) && mayCount(person));
  if (asked.length > 0) return { principals: asked, fallback: false };
  const admins = facts.people.filter((person) => person.active && person.role === 'admin' && mayCount(person));
  return { principals: admins, fallback: true };
}

/** All current approvers by id, including delegates. Each appears once, preferably on their own authority. */
export function deciders(step: OpenStep, facts: ApprovalFacts): readonly Decider[] {
  const found = new Map<number, Decider>();
  const { principals } = outstanding(step, facts);
  for (const person of principals) found.set(person.id, { person, principalId: person.id });
  for (const principal of principals) {
    for (const person of delegatesOf(principal.id, facts)) {
      const isCounted = step.approvedBy.includes(person.id);
      if (!isCounted && !found.has(person.id)) found.set(person.id, { person, principalId: principal.id });
    }
  }
  return [...found.values()].sort((a, b) => a.person.id - b.person.id);
}

export type Ground =
  /** The step is assigned to their role, or to them by name. */
  | { readonly reason: 'role' | 'named' }
  /** An approver delegated to them. */
  | { readonly reason: 'delegation'; readonly onBehalfOf: Person | undefined }
  /** The step has no approvers left, so the admins decide. */
  | { readonly reason: 'fallback' }
  /** An admin token overrides the step. */
  | { readonly reason: 'admin' };

/** Why this user may decide the step now; undefined if not allowed. */
export function groundOf(actor: Caller, step: OpenStep, facts: ApprovalFacts): Ground | undefined {
  const authority = authorityOf(actor, step, facts);
  if (!authority) return undefined;
  const { principalId, override } = authority;
  if (override) return { reason: 'admin' };
  if (principalId !== actor.id) {
    return { reason: 'delegation', onBehalfOf: facts.people.find(({ id }) => id === principalId) };
  }
  if (outstanding(step, facts).fallback) return { reason: 'fallback' };
  return { reason: 'userIds' in step.assignee ? 'named' : 'role' };
}

/** @throws DomainError SELF_APPROVAL_FORBIDDEN if only that control excludes the user, else NOT_CURRENT_APPROVER */
export function authorize(actor: Caller, step: OpenStep, facts: ApprovalFacts): Authority {
  const authority = authorityOf(actor, step, facts);
  if (authority) return authority;
  const withoutControl = authorityOf(actor, step, { ...facts, preventSelfApproval: false });
  throw withoutControl
    ? new DomainError('SELF_APPROVAL_FORBIDDEN', { key: 'approval.self_forbidden' })
    : new DomainError('NOT_CURRENT_APPROVER', { key: 'approval.not_current_approver', params: { step: step.step } });
}

function authorityOf(actor: Caller, step: OpenStep, facts: ApprovalFacts): Authority | undefined {
  const decider = deciders(step, facts).find(({ person }) => person.id === actor.id);
  if (decider) return { principalId: decider.principalId, override: false };
  return actor.admin && !isBarred(actor.id, facts) ? { principalId: null, override: true } : undefined;
}

/** Users eligible when the step opened and still eligible. */
function named(step: OpenStep, facts: ApprovalFacts): readonly Person[] {
  const now = eligible(step, facts);
  return step.memberIds ? only(now, step.memberIds) : now;
}

function eligible({ assignee }: FrozenStep, facts: ApprovalFacts): readonly Person[] {
  // An auditor may change nothing, even if a workflow names one.
  const active = facts.people.filter((person) => person.active && person.role !== 'auditor');
  if ('userIds' in assignee) return only(active, assignee.userIds);
  const { role } = assignee;
  if (role !== DEPARTMENT_HEAD) return active.filter((person) => person.role === role);
  const { departmentId, departmentHeadId } = facts;
  if (departmentId === null) return [];
  return active.filter(
    (person) => person.id === departmentHeadId || (person.role === role && person.departmentId === departmentId),
  );
}

function only(people: readonly Person[], ids: readonly number[]): readonly Person[] {
  const wanted = new Set(ids);
  return people.filter(({ id }) => wanted.has(id));
}

function isBarred(userId: number, facts: ApprovalFacts): boolean {
  return (
    (facts.preventSelfApproval && facts.barredIds.includes(userId)) ||
    (facts.requireDistinctApprovers && facts.approvedBy.includes(userId))
  );
}

function delegatesOf(userId: number, facts: ApprovalFacts): readonly Person[] {
  const ids = facts.delegations.filter((each) => each.userId === userId).map(({ delegateId }) => delegateId);
  return only(facts.people, ids).filter(
    ({ id, role, active }) => active && mayBeDelegate(role) && !isBarred(id, facts),
  );
}

/**
 * Whether this approval ends the step. One approval is enough in mode `any`, for an override, and if the step fell to
 * the admins. Mode `all` needs all other approvers that can still decide.
 */
export function endsStep(step: OpenStep, authority: Authority, facts: ApprovalFacts): boolean {
  if (step.mode === 'any' || authority.override) return true;
  const { principals, fallback } = outstanding(step, facts);
  return fallback || principals.every(({ id }) => id === authority.principalId);
}
