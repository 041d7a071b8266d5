import type { Settings } from '../tenants';
import { type ApprovalSubject, factsOf, openStepOf, type PeopleRow, type StepRow } from './approval-rows';
import { deciders } from './domain/authority';

/** A user who leaves, as the database answers it. */
export interface LeaverRow {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly department_id: number | null;
}

/**
 * Nothing has to be moved when a user leaves: whoever may decide is asked anew at every look, of the users who are active
 * then, and a step that nobody is left for falls to the admins.
 * @returns who may decide the open step of a document now; undefined where it had not asked the one who leaves
 */
export function handedOver(
  subject: Pick<ApprovalSubject, 'requesterId' | 'departmentId'>,
  { steps, people }: { readonly steps: readonly StepRow[]; readonly people: PeopleRow },
  leaver: LeaverRow,
  settings: Settings,
): { readonly step: number; readonly to: readonly { readonly id: number; readonly name: string }[] } | undefined {
  const step = openStepOf(steps);
  if (!step) return undefined;
  const facts = factsOf(subject, steps, people, settings);
  const person = { ...leaver, departmentId: leaver.department_id, active: true };
  const before = deciders(step, { ...facts, people: [...facts.people, person] });
  if (!before.some(({ person: { id }, principalId }) => id === leaver.id && principalId === leaver.id))
    return undefined;
  return { step: step.step, to: deciders(step, facts).map(({ person: { id, name } }) => ({ id, name })) };
}
