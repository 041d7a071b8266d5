import type { CalendarDate } from '../../../common/clock';
import { DomainError } from '../../../common/errors';
import { mayBeDelegate } from './delegation';
import { DEPARTMENT_HEAD, type FrozenStep } from './workflow';

/** A user as far as approving goes. */
export interface Person {
  readonly id: number;
  readonly name: string;
  /** Role slug. */
  readonly role: string;
  readonly departmentId: number | null;
  readonly active: boolean;
}

/** A delegation that holds today. The rest of it is there where a decision is taken. */
export interface Lent {
  readonly userId: number;
  readonly delegateId: number;
  readonly id?: number;
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
  readonly grantedById?: number | null;
}

/** Everything about a document and its tenant that decides who may decide. */
export interface ApprovalFacts {
  /** Who counts as having asked for it: with `preventSelfApproval` none of them decides it. */
  readonly barredIds: readonly number[];
  /** Null where the document belongs to no department. */
  readonly departmentId: number | null;
  readonly departmentHeadId: number | null;
  /** At least everyone the step names, everyone they delegate to, and the tenant's admins. */
  readonly people: readonly Person[];
  /** Delegations in force today. */
  readonly delegations: readonly Lent[];
  /** Who has approved in this round already, at any step. */
  readonly approvedBy: readonly number[];
  readonly preventSelfApproval: boolean;
  readonly requireDistinctApprovers: boolean;
}

/** The step whose turn it is. */
export interface OpenStep extends FrozenStep {
  /** Who was eligible at the moment it opened; null for a step that has not opened yet. */
  readonly memberIds: readonly number[] | null;
  /** On whose authority it was approved so far (a delegate's approval counts for the one who delegated). */
  readonly approvedFor: readonly number[];
  /** Who approved it so far, on their own authority or on another's. None of them approves it again. */
  readonly approvedBy: readonly number[];
}

/** Someone who may decide now, and on whose authority: their own, or that of the one who delegated to them. */
export interface Decider {
  readonly person: Person;
  readonly principalId: number;
}

/** On what ground a decision stands. */
interface Authority {
  /** The one the step asked; null for an override. */
  readonly principalId: number | null;
  /** An admin token decided a step that did not ask its user. */
  readonly override: boolean;
}

/**
 * Who is eligible now: what a step keeps when it opens, so that nobody makes themselves eligible for it later. Whom a
 * setting bars just now (self-approval, distinct approvers) is kept too: that is asked when a decision is taken.
 */
export function membersToKeep(step: FrozenStep, facts: ApprovalFacts): readonly number[] {
  return eligible(step, facts).map(({ id }) => id);
}

/**
 * Whose authority the step still waits for. When it waits for nobody who could decide (all inactive, moved to another role
 * or department, barred by self-approval or distinctness, or an empty role), it falls to the tenant's admins, any one of whom ends it.
 * One person counts once: who approved the step already is asked no more.
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

/** Everyone who may decide the step now, in order of id, delegates included; each once, on their own authority first. */
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

/** On what ground somebody may decide a step now, as a list of what waits for them says it. */
export type Ground =
  /** Their role is asked, or they are by name. */
  | { readonly reason: 'role' | 'named' }
  /** Somebody who may decide has delegated to them. */
  | { readonly reason: 'delegation'; readonly onBehalfOf: Person | undefined }
  /** The step has nobody left, and so falls to the admins. */
  | { readonly reason: 'fallback' }
  /** The step does not ask them, but an admin token may decide any, as an override. */
  | { readonly reason: 'admin' };

/** On what ground this user may decide the step now; undefined when they may not. */
export function groundOf(
  actor: { readonly id: number; readonly admin: boolean },
  step: OpenStep,
  facts: ApprovalFacts,
): Ground | undefined {
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

/**
 * On what ground this user may decide the step.
 * @param actor `admin`: the token holds that ability, and so may decide any step, but not past the controls that
 *   keep people apart: its user's own order, or a second step where approvers must be distinct
 * @throws DomainError SELF_APPROVAL_FORBIDDEN where only that setting stands in the way, NOT_CURRENT_APPROVER for
 *   everyone else who is not on the step
 */
export function authorize(
  actor: { readonly id: number; readonly admin: boolean },
  step: OpenStep,
  facts: ApprovalFacts,
): Authority {
  const authority = authorityOf(actor, step, facts);
  if (authority) return authority;
  const withoutControl = authorityOf(actor, step, { ...facts, preventSelfApproval: false });
  throw withoutControl
    ? new DomainError('SELF_APPROVAL_FORBIDDEN', { key: 'approval.self_forbidden' })
    : new DomainError('NOT_CURRENT_APPROVER', { key: 'approval.not_current_approver', params: { step: step.step } });
}

function authorityOf(
  actor: { readonly id: number; readonly admin: boolean },
  step: OpenStep,
  facts: ApprovalFacts,
): Authority | undefined {
  const decider = deciders(step, facts).find(({ person }) => person.id === actor.id);
  if (decider) return { principalId: decider.principalId, override: false };
  return actor.admin && !isBarred(actor.id, facts) ? { principalId: null, override: true } : undefined;
}

/** Who is asked by the step: was eligible when it opened, and still is. What was kept only shuts out. */
function named(step: OpenStep, facts: ApprovalFacts): readonly Person[] {
  const now = eligible(step, facts);
  return step.memberIds ? only(now, step.memberIds) : now;
}

function eligible({ assignee }: FrozenStep, facts: ApprovalFacts): readonly Person[] {
  // An auditor can change nothing, whoever a workflow names.
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
 * Whether an approval on this authority ends the step. One is enough in mode `any`, for an override, and where the
 * step had fallen to the admins; in mode `all` everyone else it asked must have approved, or be unable to.
 */
export function endsStep(step: OpenStep, authority: Authority, facts: ApprovalFacts): boolean {
  if (step.mode === 'any' || authority.override) return true;
  const { principals, fallback } = outstanding(step, facts);
  return fallback || principals.every(({ id }) => id === authority.principalId);
}
