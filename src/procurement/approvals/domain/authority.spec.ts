import { refusal as refusalOf } from '../../../../test/support/refusals';
import { DomainError } from '../../../common/errors';
import {
  authorize,
  deciders,
  groundOf,
  membersToKeep,
  type ApprovalFacts,
  type OpenStep,
  type Person,
} from './authority';
import type { StepAssignee, StepMode } from './workflow';

const person = (id: number, role: string, over: Partial<Person> = {}): Person => ({
  id,
  name: `user ${id}`,
  role,
  departmentId: 1,
  active: true,
  ...over,
});

const ADMIN = person(1, 'admin');
const HEAD = person(2, 'procurement_manager');
const DEPUTY = person(3, 'department_head');
const OTHER_HEAD = person(4, 'department_head', { departmentId: 2 });
const OFFICER = person(5, 'procurement_officer');
const OFFICER_2 = person(6, 'procurement_officer');
const GONE = person(7, 'procurement_officer', { active: false });
const STAFF = [ADMIN, HEAD, DEPUTY, OTHER_HEAD, OFFICER, OFFICER_2, GONE];

const facts = (over: Partial<ApprovalFacts> = {}): ApprovalFacts => ({
  barredIds: [5],
  departmentId: 1,
  departmentHeadId: 2,
  people: STAFF,
  delegations: [],
  approvedBy: [],
  preventSelfApproval: false,
  requireDistinctApprovers: false,
  ...over,
});

const step = (assignee: StepAssignee, mode: StepMode = 'any', over: Partial<OpenStep> = {}): OpenStep => ({
  step: 1,
  name: null,
  assignee,
  mode,
  memberIds: null,
  approvedFor: [],
  approvedBy: [],
  ...over,
});

const officers = { role: 'procurement_officer' };
const ids = (open: OpenStep, given: ApprovalFacts) => deciders(open, given).map((each) => each.person.id);

function refusal(actor: { id: number; admin?: boolean }, open: OpenStep, given: ApprovalFacts): string {
  try {
    authorize({ admin: false, ...actor }, open, given);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
  }
  return 'allowed';
}

describe('who may decide a step', () => {
  it('of a role: its active holders', () => expect(ids(step(officers), facts())).toEqual([5, 6]));

  it('of named users and of a role: no auditor, who can change nothing; a viewer whom the step names', () => {
    const people = [...STAFF, person(8, 'auditor'), person(9, 'viewer')];
    expect(ids(step({ userIds: [8, 9] }), facts({ people }))).toEqual([9]);
    expect(ids(step({ role: 'auditor' }), facts({ people }))).toEqual([1]);
  });

  it('of named users: those who are active', () => {
    expect(ids(step({ userIds: [6, 7, 2] }), facts())).toEqual([2, 6]);
  });

  it("of department_head: the department's head, and its users of that role", () => {
    expect(ids(step({ role: 'department_head' }), facts())).toEqual([2, 3]);
    expect(ids(step({ role: 'department_head' }), facts({ departmentId: 2, departmentHeadId: null }))).toEqual([4]);
  });

  it('of department_head, where the document belongs to no department: nobody, so the admins', () => {
    const homeless = [ADMIN, person(8, 'department_head', { departmentId: null })];
    const none = facts({ departmentId: null, departmentHeadId: null, people: homeless });
    expect(ids(step({ role: 'department_head' }), none)).toEqual([1]);
    expect(membersToKeep(step({ role: 'department_head' }), none)).toEqual([]);
  });

  it('falls to the admins when nobody can', () => {
    expect(ids(step({ role: 'finance_manager' }), facts())).toEqual([1]);
    expect(ids(step({ userIds: [7] }), facts())).toEqual([1]);
    expect(ids(step({ role: 'department_head' }), facts({ departmentId: 9, departmentHeadId: null }))).toEqual([1]);
  });

  it('refuses users who are not among the approvers', () => {
    expect(refusal({ id: 2 }, step(officers), facts())).toBe('NOT_CURRENT_APPROVER');
    expect(refusal({ id: 1 }, step(officers), facts())).toBe('NOT_CURRENT_APPROVER');
    expect(refusal({ id: 7 }, step(officers), facts())).toBe('NOT_CURRENT_APPROVER');
  });

  it('names the step, and the control that kept the requester out', () => {
    const second = step({ userIds: [2] }, 'any', { step: 2 });
    expect(refusalOf(() => authorize({ id: 6, admin: false }, second, facts()))).toEqual({
      code: 'NOT_CURRENT_APPROVER',
      says: 'You are not an approver of step 2, or you have already decided it.',
    });
    const own = facts({ preventSelfApproval: true, barredIds: [2] });
    expect(refusalOf(() => authorize({ id: 2, admin: false }, second, own))).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'You may not approve a document that you created, changed or submitted, nor decide for a user who did. Another user must decide it.',
    });
  });

  it('lists approvers in the order of the users, delegates included', () => {
    const lent = facts({ people: [...STAFF].reverse(), delegations: [{ userId: 6, delegateId: 3 }] });
    expect(ids(step({ userIds: [6, 5] }), lent)).toEqual([3, 5, 6]);
  });

  it('lets a token with admin decide any step, as an override unless the step asked its user', () => {
    expect(authorize({ id: 2, admin: true }, step(officers), facts())).toEqual({ principalId: null, override: true });
    expect(authorize({ id: 6, admin: true }, step(officers), facts())).toEqual({ principalId: 6, override: false });
  });

  describe('with self-approval prevented', () => {
    const guarded = facts({ preventSelfApproval: true });

    it('leaves the requester out, and says that this is why', () => {
      expect(ids(step(officers), guarded)).toEqual([6]);
      expect(refusal({ id: 5 }, step(officers), guarded)).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(refusal({ id: 5, admin: true }, step({ userIds: [2] }), guarded)).toBe('SELF_APPROVAL_FORBIDDEN');
    });

    it('leaves out everybody whom the document names, and nobody else', () => {
      const several = facts({ preventSelfApproval: true, barredIds: [5, 2] });
      expect(ids(step({ userIds: [2, 5, 6] }), several)).toEqual([6]);
      for (const id of [2, 5])
        expect(refusal({ id }, step({ userIds: [2, 5, 6] }), several)).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(ids(step({ userIds: [2, 5, 6] }), facts({ preventSelfApproval: true, barredIds: [] }))).toEqual([2, 5, 6]);
    });

    it('refuses a requester who is no approver of the step as anyone else', () => {
      expect(refusal({ id: 5 }, step({ userIds: [2] }), guarded)).toBe('NOT_CURRENT_APPROVER');
    });

    it('falls to the admins where the requester was the only one', () => {
      expect(ids(step({ userIds: [5] }), guarded)).toEqual([1]);
      expect(ids(step({ userIds: [1] }), facts({ preventSelfApproval: true, barredIds: [1] }))).toEqual([]);
    });

    it('does not let the requester lend the right they lack, nor use one lent to them', () => {
      const lent = { ...guarded, delegations: [{ userId: 5, delegateId: 3 }] };
      expect(ids(step({ userIds: [5, 6] }), lent)).toEqual([6]);
      expect(refusal({ id: 3 }, step({ userIds: [5, 6] }), lent)).toBe('SELF_APPROVAL_FORBIDDEN');
      const borrowed = { ...guarded, delegations: [{ userId: 2, delegateId: 5 }] };
      expect(refusal({ id: 5 }, step({ userIds: [2] }), borrowed)).toBe('SELF_APPROVAL_FORBIDDEN');
    });
  });

  describe('with distinct approvers required', () => {
    const guarded = facts({ requireDistinctApprovers: true, approvedBy: [6] });

    it('leaves out who has approved before', () => {
      expect(ids(step(officers), guarded)).toEqual([5]);
      expect(refusal({ id: 6 }, step(officers), guarded)).toBe('NOT_CURRENT_APPROVER');
      expect(refusal({ id: 6, admin: true }, step(officers), guarded)).toBe('NOT_CURRENT_APPROVER');
      expect(ids(step({ userIds: [6] }), guarded)).toEqual([1]);
    });
  });

  describe('with a delegation', () => {
    const lent = facts({
      delegations: [
        { userId: 2, delegateId: 3 },
        { userId: 3, delegateId: 4 },
        { userId: 2, delegateId: 7 },
      ],
    });

    it('adds the delegate, and the one who delegated may still decide', () => {
      expect(ids(step({ userIds: [2] }), lent)).toEqual([2, 3]);
      expect(authorize({ id: 3, admin: false }, step({ userIds: [2] }), lent)).toEqual({
        principalId: 2,
        override: false,
      });
    });

    it('makes no chain, and asks no inactive delegate', () => {
      expect(refusal({ id: 4 }, step({ userIds: [2] }), lent)).toBe('NOT_CURRENT_APPROVER');
      expect(refusal({ id: 7 }, step({ userIds: [2] }), lent)).toBe('NOT_CURRENT_APPROVER');
    });

    it('lets a delegate who is asked too decide on their own authority, and not again for the other', () => {
      const all = step({ userIds: [2, 3] }, 'all');
      expect(authorize({ id: 3, admin: false }, all, lent).principalId).toBe(3);
      expect(refusal({ id: 3 }, { ...all, approvedFor: [3], approvedBy: [3] }, lent)).toBe('NOT_CURRENT_APPROVER');
    });

    it.each(['viewer', 'auditor'])('asks no delegate whose role is %s now', (role) => {
      const people = STAFF.map((each) => (each.id === 3 ? { ...each, role } : each));
      expect(ids(step({ userIds: [2] }), { ...lent, people })).toEqual([2]);
      expect(refusal({ id: 3 }, step({ userIds: [2] }), { ...lent, people })).toBe('NOT_CURRENT_APPROVER');
    });

    it('extends to the admins a step has fallen to', () => {
      const holiday = facts({ delegations: [{ userId: 1, delegateId: 4 }] });
      expect(ids(step({ role: 'finance_manager' }), holiday)).toEqual([1, 4]);
    });
  });

  describe('with the approvers kept as the step opened', () => {
    const heads = { role: 'department_head' };
    const moved = (id: number, over: Partial<Person>, more: Partial<ApprovalFacts> = {}): ApprovalFacts =>
      facts({ people: STAFF.map((each) => (each.id === id ? { ...each, ...over } : each)), ...more });

    it.each(['any', 'all'] as const)('of a role, of a department, or of named users, in mode %s', (mode) => {
      expect(membersToKeep(step(officers, mode), facts())).toEqual([5, 6]);
      expect(membersToKeep(step(heads, mode), facts())).toEqual([2, 3]);
      expect(membersToKeep(step({ userIds: [7, 5] }, mode), facts())).toEqual([5]);
      expect(membersToKeep(step({ role: 'finance_manager' }, mode), facts())).toEqual([]);
    });

    it('those too whom a setting bars just now, for that is asked when they decide', () => {
      const barred = { preventSelfApproval: true, requireDistinctApprovers: true, approvedBy: [6] };
      expect(membersToKeep(step(officers), facts(barred))).toEqual([5, 6]);
      expect(ids(step(officers, 'any', { memberIds: [5, 6] }), facts(barred))).toEqual([1]);
      expect(ids(step(officers, 'any', { memberIds: [5, 6] }), facts())).toEqual([5, 6]);
    });

    it('and shuts out who came to the role, the department or its head later', () => {
      const hired = facts({ people: [...STAFF, person(8, 'procurement_officer')] });
      expect(ids(step(officers, 'any', { memberIds: [5, 6] }), hired)).toEqual([5, 6]);
      expect(refusal({ id: 8 }, step(officers, 'any', { memberIds: [5, 6] }), hired)).toBe('NOT_CURRENT_APPROVER');
      const open = step(heads, 'any', { memberIds: [2, 3] });
      expect(ids(open, moved(4, { departmentId: 1 }))).toEqual([2, 3]);
      expect(ids(open, facts({ departmentHeadId: 6 }))).toEqual([3]);
      expect(refusal({ id: 6 }, open, facts({ departmentHeadId: 6 }))).toBe('NOT_CURRENT_APPROVER');
    });

    it('lets in nobody who has lost what made them eligible', () => {
      const open = step(officers, 'any', { memberIds: [5, 6] });
      expect(ids(open, moved(6, { role: 'viewer' }))).toEqual([5]);
      expect(refusal({ id: 6 }, open, moved(6, { role: 'viewer' }))).toBe('NOT_CURRENT_APPROVER');
      expect(ids(step(heads, 'any', { memberIds: [2, 3] }), moved(3, { departmentId: 2 }))).toEqual([2]);
    });

    it('falls to the admins when nobody who was eligible still is, or nobody was', () => {
      expect(ids(step(heads, 'any', { memberIds: [3] }), moved(3, { departmentId: null }))).toEqual([1]);
      expect(ids(step(officers, 'any', { memberIds: [] }), facts())).toEqual([1]);
    });

    it('and a delegate decides for those alone who are eligible still', () => {
      const delegations = [{ userId: 3, delegateId: 8 }];
      const people = [...STAFF, person(8, 'requester')];
      const open = step(heads, 'any', { memberIds: [3] });
      expect(ids(open, facts({ people, delegations }))).toEqual([3, 8]);
      expect(ids(step(heads, 'any', { memberIds: [2] }), facts({ people, delegations }))).toEqual([2]);
    });
  });

  it('asks nobody of a step of mode all twice', () => {
    const half = step({ userIds: [5, 6] }, 'all', { approvedFor: [5], approvedBy: [5] });
    expect(ids(half, facts())).toEqual([6]);
    expect(refusal({ id: 5 }, half, facts())).toBe('NOT_CURRENT_APPROVER');
  });
});

describe('on what ground somebody may decide', () => {
  const ground = (id: number, open: OpenStep, given: ApprovalFacts = facts(), admin = false) =>
    groundOf({ id, admin }, open, given);

  it('a role that the step asks, or a name', () => {
    expect(ground(5, step(officers))).toEqual({ reason: 'role' });
    expect(ground(5, step({ userIds: [5] }))).toEqual({ reason: 'named' });
    expect(ground(2, step({ role: 'department_head' }))).toEqual({ reason: 'role' });
  });

  it('a delegation of whoever is asked, by which their own is not hidden', () => {
    const lent = facts({ delegations: [{ userId: 6, delegateId: 3 }] });
    expect(ground(3, step(officers), lent)).toEqual({ reason: 'delegation', onBehalfOf: OFFICER_2 });
    const own = facts({ delegations: [{ userId: 6, delegateId: 5 }] });
    expect(ground(5, step(officers), own)).toEqual({ reason: 'role' });
  });

  it('nobody is left, so that it falls to the admins, and to whom they have delegated', () => {
    const open = step({ userIds: [7] });
    expect(ground(1, open)).toEqual({ reason: 'fallback' });
    const lent = facts({ delegations: [{ userId: 1, delegateId: 3 }] });
    expect(ground(3, open, lent)).toEqual({ reason: 'delegation', onBehalfOf: ADMIN });
  });

  it('an admin token, for a step that does not ask its user', () => {
    expect(ground(1, step(officers), facts(), true)).toEqual({ reason: 'admin' });
    expect(ground(5, step(officers), facts(), true)).toEqual({ reason: 'role' });
    expect(ground(5, step(officers), facts({ preventSelfApproval: true }), true)).toBeUndefined();
  });

  it('none', () => {
    expect(ground(2, step(officers))).toBeUndefined();
    expect(ground(1, step(officers))).toBeUndefined();
    expect(ground(5, step(officers), facts({ preventSelfApproval: true }))).toBeUndefined();
  });
});
