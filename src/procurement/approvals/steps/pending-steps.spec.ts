import { INITIAL_SETTINGS } from '../../../organisation/tenants';
import type { StepRow } from '../approvals.sql';
import type { Person } from '../domain/authority';
import { handedOver, openedOf, pendingApprovers } from './pending-steps';

const person = (id: number, role: string): Person => ({ id, name: `user ${id}`, role, departmentId: 1, active: true });
const ADMIN = person(1, 'admin');
const MANAGER = person(2, 'finance_manager');
const VIEWER = person(3, 'viewer');
const SETTINGS = { ...INITIAL_SETTINGS, prevent_self_approval: false };

const step = (status: StepRow['status'], over: Partial<StepRow> = {}): StepRow => ({
  id: 11,
  round: 1,
  step: 1,
  name: null,
  assignee: { userIds: [2, 3] },
  mode: 'any',
  status,
  decisions: [],
  userNames: null,
  memberIds: null,
  ...over,
});
const people = { departmentHeadId: null, people: [ADMIN, MANAGER, VIEWER], delegations: [] };
const sides = { barredIds: [], departmentId: 1 };
const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id);

describe('open step', () => {
  it('is decided by its users, but only those whose role is admitted', () => {
    expect(ids(pendingApprovers(sides, [step('pending')], people, SETTINGS))).toEqual([2, 3]);
    const only = { ...sides, onlyRoles: ['finance_manager'] };
    expect(ids(pendingApprovers(only, [step('pending')], people, SETTINGS))).toEqual([2]);
    expect(ids(pendingApprovers({ ...sides, onlyRoles: [] }, [step('pending')], people, SETTINGS))).toEqual([1]);
  });

  it('has no approvers when no step is pending', () => {
    for (const status of ['approved', 'rejected', 'skipped', 'waiting'] as const) {
      expect(pendingApprovers(sides, [step(status)], people, SETTINGS)).toEqual([]);
    }
  });

  it('stores its eligible users when it opens, and lists those that no control excludes', () => {
    const guarded = { ...SETTINGS, prevent_self_approval: true };
    const opened = openedOf({ ...sides, barredIds: [2] }, { steps: [step('pending')], people }, guarded);
    expect(opened).toEqual({ id: 11, memberIds: [2, 3], deciders: [VIEWER] });
    expect(() => openedOf(sides, { steps: [step('waiting')], people }, SETTINGS)).toThrow('without a step');
    expect(() => openedOf(sides, undefined, SETTINGS)).toThrow('without a step');
  });

  it('passes to the other approvers when one of them leaves', () => {
    const left = { steps: [step('pending')], people: { ...people, people: [ADMIN, MANAGER] } };
    const { active: _, ...leaver } = VIEWER;
    expect(handedOver(sides, left, leaver, SETTINGS)).toEqual({ step: 1, to: [{ id: 2, name: 'user 2' }] });
    expect(handedOver({ ...sides, onlyRoles: ['viewer'] }, left, leaver, SETTINGS)).toEqual({
      step: 1,
      to: [{ id: 1, name: 'user 1' }],
    });
  });

  it('does not change when the leaving user is not an approver, has no admitted role, or no step is pending', () => {
    const left = { steps: [step('pending')], people: { ...people, people: [ADMIN, MANAGER] } };
    const { active: _, ...leaver } = VIEWER;
    expect(handedOver({ ...sides, onlyRoles: ['finance_manager'] }, left, leaver, SETTINGS)).toBeUndefined();
    expect(handedOver(sides, { ...left, steps: [step('approved')] }, leaver, SETTINGS)).toBeUndefined();
    const others = { ...left, steps: [step('pending', { assignee: { userIds: [2] } })] };
    expect(handedOver(sides, others, leaver, SETTINGS)).toBeUndefined();
  });
});
