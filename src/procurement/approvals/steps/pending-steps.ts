import type { Settings } from '../../../organisation/tenants';
import type { LoadedSteps, PeopleRow, StepRow } from '../approvals.sql';
import { type ApprovalFacts, deciders, membersToKeep, type OpenStep, type Person } from '../domain/authority';
import { type ApprovalSides, isAdmitted } from '../domain/subject';

export function openStep({ decisions, ...row }: StepRow): OpenStep {
  const approvals = decisions.filter(({ outcome }) => outcome === 'approved');
  return {
    ...row,
    approvedFor: approvals.map(({ by, onBehalfOf }) => (onBehalfOf ?? by).id),
    approvedBy: approvals.map(({ by }) => by.id),
  };
}

export function factsOf(
  { barredIds, departmentId, onlyRoles }: ApprovalSides,
  steps: readonly StepRow[],
  people: PeopleRow,
  settings: Pick<Settings, 'prevent_self_approval' | 'require_distinct_approvers'>,
): ApprovalFacts {
  const round = Math.max(0, ...steps.map((step) => step.round));
  const decisions = steps.filter((step) => step.round === round).flatMap((step) => step.decisions);
  return {
    ...people,
    people: people.people.filter(({ role }) => isAdmitted(role, onlyRoles)),
    barredIds,
    departmentId,
    approvedBy: decisions.filter(({ outcome }) => outcome === 'approved').map(({ by }) => by.id),
    preventSelfApproval: settings.prevent_self_approval,
    requireDistinctApprovers: settings.require_distinct_approvers,
  };
}

export type LeaverRow = Omit<Person, 'active'>;

/** The current approvers; empty if no step is pending. */
export function pendingApprovers(
  subject: ApprovalSides,
  steps: readonly StepRow[],
  people: PeopleRow,
  settings: Settings,
): readonly Person[] {
  const row = pendingOf(steps);
  return row ? deciders(openStep(row), factsOf(subject, steps, people, settings)).map(({ person }) => person) : [];
}

/**
 * No step changes when a user leaves: approvers are computed from the active users. If none is left, the admins
 * decide.
 * @returns the approvers after the user left; undefined if the step did not include the user
 */
export function handedOver(
  subject: ApprovalSides,
  { steps, people }: { readonly steps: readonly StepRow[]; readonly people: PeopleRow },
  leaver: LeaverRow,
  settings: Settings,
): { readonly step: number; readonly to: readonly { readonly id: number; readonly name: string }[] } | undefined {
  const row = pendingOf(steps);
  if (!row || !isAdmitted(leaver.role, subject.onlyRoles)) return undefined;
  const step = openStep(row);
  const facts = factsOf(subject, steps, people, settings);
  const before = deciders(step, { ...facts, people: [...facts.people, { ...leaver, active: true }] });
  if (!before.some(({ person: { id }, principalId }) => id === leaver.id && principalId === leaver.id))
    return undefined;
  return { step: step.step, to: deciders(step, facts).map(({ person: { id, name } }) => ({ id, name })) };
}

export function pendingOf(steps: readonly StepRow[]): StepRow | undefined {
  return steps.find(({ status }) => status === 'pending');
}

/** The first step of a new round, with its eligible users and its current approvers. */
export function openedOf(
  subject: ApprovalSides,
  loaded: LoadedSteps | undefined,
  settings: Settings,
): { readonly id: number; readonly memberIds: readonly number[]; readonly deciders: readonly Person[] } {
  const first = loaded && pendingOf(loaded.steps);
  if (!first) throw new Error('A round began without a step');
  const facts = factsOf(subject, loaded.steps, loaded.people, settings);
  const step = openStep(first);
  const memberIds = membersToKeep(step, facts);
  return { id: first.id, memberIds, deciders: deciders({ ...step, memberIds }, facts).map(({ person }) => person) };
}
