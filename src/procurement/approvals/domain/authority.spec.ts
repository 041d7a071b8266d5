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

describe('a step', () => {
  it('is decided by the active holders of its role', () => expect(ids(step(officers), facts())).toEqual([5, 6]));

  it('may be decided by a named viewer but never by an auditor', () => {
    const people = [...STAFF, person(8, 'auditor'), person(9, 'viewer')];
    expect(ids(step({ userIds: [8, 9] }), facts({ people }))).toEqual([9]);
    expect(ids(step({ role: 'auditor' }), facts({ people }))).toEqual([1]);
  });

  it('is decided by its named users who are active', () => {
    expect(ids(step({ userIds: [6, 7, 2] }), facts())).toEqual([2, 6]);
  });

  it("of department_head is decided by the department's head and its users with that role", () => {
    expect(ids(step({ role: 'department_head' }), facts())).toEqual([2, 3]);
    expect(ids(step({ role: 'department_head' }), facts({ departmentId: 2, departmentHeadId: null }))).toEqual([4]);
  });

  it('of department_head is decided by the admins when the document has no department', () => {
    const homeless = [ADMIN, person(8, 'department_head', { departmentId: null })];
    const none = facts({ departmentId: null, departmentHeadId: null, people: homeless });
    expect(ids(step({ role: 'department_head' }), none)).toEqual([1]);
    expect(membersToKeep(step({ role: 'department_head' }), none)).toEqual([]);
  });

  it('is decided by the admins when no approver is left', () => {
    expect(ids(step({ role: 'finance_manager' }), facts())).toEqual([1]);
    expect(ids(step({ userIds: [7] }), facts())).toEqual([1]);
    expect(ids(step({ role: 'department_head' }), facts({ departmentId: 9, departmentHeadId: null }))).toEqual([1]);
  });

  it('rejects users who are not approvers', () => {
    expect(refusal({ id: 2 }, step(officers), facts())).toBe('NOT_CURRENT_APPROVER');
    expect(refusal({ id: 1 }, step(officers), facts())).toBe('NOT_CURRENT_APPROVER');
    expect(refusal({ id: 7 }, step(officers), facts())).toBe('NOT_CURRENT_APPROVER');
  });

  it('rejects with the number of the step, or with the control that excludes the user', () => {
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

  it('lists approvers and delegates by user id', () => {
    const lent = facts({ people: [...STAFF].reverse(), delegations: [{ userId: 6, delegateId: 3 }] });
    expect(ids(step({ userIds: [6, 5] }), lent)).toEqual([3, 5, 6]);
  });

  it('accepts an admin token, as an override unless its user is an approver', () => {
    expect(authorize({ id: 2, admin: true }, step(officers), facts())).toEqual({ principalId: null, override: true });
    expect(authorize({ id: 6, admin: true }, step(officers), facts())).toEqual({ principalId: 6, override: false });
  });

  describe('with self-approval prevented', () => {
    const guarded = facts({ preventSelfApproval: true });

    it('excludes the requester with an error of its own', () => {
      expect(ids(step(officers), guarded)).toEqual([6]);
      expect(refusal({ id: 5 }, step(officers), guarded)).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(refusal({ id: 5, admin: true }, step({ userIds: [2] }), guarded)).toBe('SELF_APPROVAL_FORBIDDEN');
    });

    it('excludes exactly the users listed for the document', () => {
      const several = facts({ preventSelfApproval: true, barredIds: [5, 2] });
      expect(ids(step({ userIds: [2, 5, 6] }), several)).toEqual([6]);
      for (const id of [2, 5])
        expect(refusal({ id }, step({ userIds: [2, 5, 6] }), several)).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(ids(step({ userIds: [2, 5, 6] }), facts({ preventSelfApproval: true, barredIds: [] }))).toEqual([2, 5, 6]);
    });

    it('rejects a requester who is not an approver like any other user', () => {
      expect(refusal({ id: 5 }, step({ userIds: [2] }), guarded)).toBe('NOT_CURRENT_APPROVER');
    });

    it('falls to the admins when the requester is the only approver', () => {
      expect(ids(step({ userIds: [5] }), guarded)).toEqual([1]);
      expect(ids(step({ userIds: [1] }), facts({ preventSelfApproval: true, barredIds: [1] }))).toEqual([]);
    });

    it('ignores delegations by the requester and to the requester', () => {
      const lent = { ...guarded, delegations: [{ userId: 5, delegateId: 3 }] };
      expect(ids(step({ userIds: [5, 6] }), lent)).toEqual([6]);
      expect(refusal({ id: 3 }, step({ userIds: [5, 6] }), lent)).toBe('SELF_APPROVAL_FORBIDDEN');
      const borrowed = { ...guarded, delegations: [{ userId: 2, delegateId: 5 }] };
      expect(refusal({ id: 5 }, step({ userIds: [2] }), borrowed)).toBe('SELF_APPROVAL_FORBIDDEN');
    });
  });

  describe('with distinct approvers required', () => {
    const guarded = facts({ requireDistinctApprovers: true, approvedBy: [6] });

    it('excludes users who approved before', () => {
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

    it('may be decided by the delegate or the principal', () => {
      expect(ids(step({ userIds: [2] }), lent)).toEqual([2, 3]);
      expect(authorize({ id: 3, admin: false }, step({ userIds: [2] }), lent)).toEqual({
        principalId: 2,
        override: false,
      });
    });

    it('ignores delegations by a delegate, and inactive delegates', () => {
      expect(refusal({ id: 4 }, step({ userIds: [2] }), lent)).toBe('NOT_CURRENT_APPROVER');
      expect(refusal({ id: 7 }, step({ userIds: [2] }), lent)).toBe('NOT_CURRENT_APPROVER');
    });

    it('counts a delegate who is an approver only once, on their own authority', () => {
      const all = step({ userIds: [2, 3] }, 'all');
      expect(authorize({ id: 3, admin: false }, all, lent).principalId).toBe(3);
      expect(refusal({ id: 3 }, { ...all, approvedFor: [3], approvedBy: [3] }, lent)).toBe('NOT_CURRENT_APPROVER');
    });

    it.each(['viewer', 'auditor'])('ignores a delegate whose role is %s now', (role) => {
      const people = STAFF.map((each) => (each.id === 3 ? { ...each, role } : each));
      expect(ids(step({ userIds: [2] }), { ...lent, people })).toEqual([2]);
      expect(refusal({ id: 3 }, step({ userIds: [2] }), { ...lent, people })).toBe('NOT_CURRENT_APPROVER');
    });

    it('may be decided by delegates of the admins when it falls to the admins', () => {
      const holiday = facts({ delegations: [{ userId: 1, delegateId: 4 }] });
      expect(ids(step({ role: 'finance_manager' }), holiday)).toEqual([1, 4]);
    });
  });

  describe('with approvers stored when it opens', () => {
    const heads = { role: 'department_head' };
    const moved = (id: number, over: Partial<Person>, more: Partial<ApprovalFacts> = {}): ApprovalFacts =>
      facts({ people: STAFF.map((each) => (each.id === id ? { ...each, ...over } : each)), ...more });

    it.each(['any', 'all'] as const)(
      'stores the eligible users of a role, a department or a list of users, in mode %s',
      (mode) => {
        expect(membersToKeep(step(officers, mode), facts())).toEqual([5, 6]);
        expect(membersToKeep(step(heads, mode), facts())).toEqual([2, 3]);
        expect(membersToKeep(step({ userIds: [7, 5] }, mode), facts())).toEqual([5]);
        expect(membersToKeep(step({ role: 'finance_manager' }, mode), facts())).toEqual([]);
      },
    );

    it('also stores users excluded by a control, because decisions check the controls', () => {
      const barred = { preventSelfApproval: true, requireDistinctApprovers: true, approvedBy: [6] };
      expect(membersToKeep(step(officers), facts(barred))).toEqual([5, 6]);
      expect(ids(step(officers, 'any', { memberIds: [5, 6] }), facts(barred))).toEqual([1]);
      expect(ids(step(officers, 'any', { memberIds: [5, 6] }), facts())).toEqual([5, 6]);
    });

    it('excludes users who join the role or department, or become its head, later', () => {
      const hired = facts({ people: [...STAFF, person(8, 'procurement_officer')] });
      expect(ids(step(officers, 'any', { memberIds: [5, 6] }), hired)).toEqual([5, 6]);
      expect(refusal({ id: 8 }, step(officers, 'any', { memberIds: [5, 6] }), hired)).toBe('NOT_CURRENT_APPROVER');
      const open = step(heads, 'any', { memberIds: [2, 3] });
      expect(ids(open, moved(4, { departmentId: 1 }))).toEqual([2, 3]);
      expect(ids(open, facts({ departmentHeadId: 6 }))).toEqual([3]);
      expect(refusal({ id: 6 }, open, facts({ departmentHeadId: 6 }))).toBe('NOT_CURRENT_APPROVER');
    });

    it('excludes stored users who are no longer eligible', () => {
      const open = step(officers, 'any', { memberIds: [5, 6] });
      expect(ids(open, moved(6, { role: 'viewer' }))).toEqual([5]);
      expect(refusal({ id: 6 }, open, moved(6, { role: 'viewer' }))).toBe('NOT_CURRENT_APPROVER');
      expect(ids(step(heads, 'any', { memberIds: [2, 3] }), moved(3, { departmentId: 2 }))).toEqual([2]);
    });

    it('falls to the admins when no stored user is eligible, or none was stored', () => {
      expect(ids(step(heads, 'any', { memberIds: [3] }), moved(3, { departmentId: null }))).toEqual([1]);
      expect(ids(step(officers, 'any', { memberIds: [] }), facts())).toEqual([1]);
    });

    it('may be decided by delegates of stored users who are still eligible', () => {
      const delegations = [{ userId: 3, delegateId: 8 }];
      const people = [...STAFF, person(8, 'requester')];
      const open = step(heads, 'any', { memberIds: [3] });
      expect(ids(open, facts({ people, delegations }))).toEqual([3, 8]);
      expect(ids(step(heads, 'any', { memberIds: [2] }), facts({ people, delegations }))).toEqual([2]);
    });
  });

  it('counts each user once in mode all', () => {
    const half = step({ userIds: [5, 6] }, 'all', { approvedFor: [5], approvedBy: [5] });
    expect(ids(half, facts())).toEqual([6]);
    expect(refusal({ id: 5 }, half, facts())).toBe('NOT_CURRENT_APPROVER');
  });
});

describe('the ground of a decision', () => {
  const ground = (id: number, open: OpenStep, given: ApprovalFacts = facts(), admin = false) =>
    groundOf({ id, admin }, open, given);

  it('is the role or the name that the step is assigned to', () => {
    expect(ground(5, step(officers))).toEqual({ reason: 'role' });
    expect(ground(5, step({ userIds: [5] }))).toEqual({ reason: 'named' });
    expect(ground(2, step({ role: 'department_head' }))).toEqual({ reason: 'role' });
  });

  it('is a delegation only for a delegate who is not an approver', () => {
    const lent = facts({ delegations: [{ userId: 6, delegateId: 3 }] });
    expect(ground(3, step(officers), lent)).toEqual({ reason: 'delegation', onBehalfOf: OFFICER_2 });
    const own = facts({ delegations: [{ userId: 6, delegateId: 5 }] });
    expect(ground(5, step(officers), own)).toEqual({ reason: 'role' });
  });

  it('is the fallback for admins when no approver is left, and a delegation for their delegates', () => {
    const open = step({ userIds: [7] });
    expect(ground(1, open)).toEqual({ reason: 'fallback' });
    const lent = facts({ delegations: [{ userId: 1, delegateId: 3 }] });
    expect(ground(3, open, lent)).toEqual({ reason: 'delegation', onBehalfOf: ADMIN });
  });

  it('is the admin token when its user is not an approver', () => {
    expect(ground(1, step(officers), facts(), true)).toEqual({ reason: 'admin' });
    expect(ground(5, step(officers), facts(), true)).toEqual({ reason: 'role' });
    expect(ground(5, step(officers), facts({ preventSelfApproval: true }), true)).toBeUndefined();
  });

  it('is undefined for all other users', () => {
    expect(ground(2, step(officers))).toBeUndefined();
    expect(ground(1, step(officers))).toBeUndefined();
    expect(ground(5, step(officers), facts({ preventSelfApproval: true }))).toBeUndefined();
  });
});
