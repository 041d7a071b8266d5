import fc from 'fast-check';
import {
  authorize,
  deciders,
  endsStep,
  membersToKeep,
  type ApprovalFacts,
  type OpenStep,
  type Person,
} from './authority';
import type { FrozenStep } from './workflow';

const roles = ['admin', 'procurement_officer', 'department_head'];

const people = fc.uniqueArray(
  fc.record<Person>({
    id: fc.integer({ min: 1, max: 9 }),
    name: fc.constant('x'),
    role: fc.constantFrom(...roles),
    departmentId: fc.constantFrom(1, 2, null),
    active: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1 },
);

const pair = fc.record({ userId: fc.integer({ min: 1, max: 9 }), delegateId: fc.integer({ min: 1, max: 9 }) });

const someFacts = fc.record<ApprovalFacts>({
  barredIds: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  departmentId: fc.constantFrom(1, 2),
  departmentHeadId: fc.option(fc.integer({ min: 1, max: 9 })),
  people,
  delegations: fc.array(pair, { maxLength: 4 }),
  approvedBy: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  preventSelfApproval: fc.boolean(),
  requireDistinctApprovers: fc.boolean(),
});

const someStep = fc.record<FrozenStep>({
  step: fc.constant(1),
  name: fc.constant(null),
  mode: fc.constantFrom('any', 'all'),
  assignee: fc.oneof(
    fc.record({ role: fc.constantFrom(...roles) }),
    fc.record({ userIds: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }) }),
  ),
});

const open = (step: FrozenStep, facts: ApprovalFacts): OpenStep => ({
  ...step,
  memberIds: membersToKeep(step, facts),
  approvedFor: [],
  approvedBy: [],
});

const adminsOf = ({ people: all, preventSelfApproval, barredIds }: ApprovalFacts): number[] =>
  all
    .filter(({ active, role }) => active && role === 'admin')
    .map(({ id }) => id)
    .filter((id) => !preventSelfApproval || !barredIds.includes(id));

describe('a step', () => {
  const all: OpenStep = {
    step: 1,
    name: null,
    mode: 'all',
    assignee: { userIds: [1, 2] },
    memberIds: null,
    approvedFor: [],
    approvedBy: [],
  };
  const two = (first: boolean, second: boolean): ApprovalFacts => ({
    barredIds: [9],
    departmentId: 1,
    departmentHeadId: null,
    people: [
      { id: 1, name: 'a', role: 'viewer', departmentId: 1, active: first },
      { id: 2, name: 'b', role: 'viewer', departmentId: 1, active: second },
      { id: 3, name: 'c', role: 'admin', departmentId: 1, active: true },
    ],
    delegations: [],
    approvedBy: [],
    preventSelfApproval: false,
    requireDistinctApprovers: false,
  });
  const own = (principalId: number) => ({ principalId, override: false });

  it('in mode any ends with one approval', () => {
    expect(endsStep({ ...all, mode: 'any' }, own(1), two(true, true))).toBe(true);
  });

  it('in mode all ends with the last approval', () => {
    expect(endsStep(all, own(1), two(true, true))).toBe(false);
    expect(endsStep({ ...all, approvedFor: [2], approvedBy: [2] }, own(1), two(true, true))).toBe(true);
  });

  it('in mode all does not wait for users who can no longer decide', () => {
    expect(endsStep(all, own(1), two(true, false))).toBe(true);
  });

  it('in mode all needs an admin when the remaining approvers have left', () => {
    const left = { ...all, approvedFor: [1], approvedBy: [1] };
    expect(deciders(left, two(true, false)).map(({ person }) => person.id)).toEqual([3]);
    expect(endsStep(left, own(3), two(true, false))).toBe(true);
  });

  it('in mode all counts each user once, for any principal', () => {
    const lent = { ...two(true, true), delegations: [1, 2].map((userId) => ({ userId, delegateId: 4 })) };
    const facts = {
      ...lent,
      people: [...lent.people, { id: 4, name: 'd', role: 'procurement_officer', departmentId: 1, active: true }],
    };
    const first = authorize({ id: 4, admin: false }, all, facts);
    expect([first.principalId, endsStep(all, first, facts)]).toEqual([1, false]);
    const half = { ...all, approvedFor: [1], approvedBy: [4] };
    expect(deciders(half, facts).map(({ person }) => person.id)).toEqual([2]);
    expect(() => authorize({ id: 4, admin: false }, half, facts)).toThrow();
    const own = { ...all, assignee: { userIds: [1, 4] }, approvedFor: [4], approvedBy: [4] };
    expect(deciders(own, facts).map(({ person }) => person.id)).toEqual([1]);
  });

  it('ends with an admin override', () => {
    expect(endsStep(all, { principalId: null, override: true }, two(true, true))).toBe(true);
  });

  it('lists only active users that no control excludes, and each of them can decide', () => {
    fc.assert(
      fc.property(someStep, someFacts, (step, facts) => {
        const pending = deciders(open(step, facts), facts).map(({ person }) => person);
        for (const { id, active } of pending) {
          expect(active).toBe(true);
          expect(facts.preventSelfApproval && facts.barredIds.includes(id)).toBe(false);
          expect(facts.requireDistinctApprovers && facts.approvedBy.includes(id)).toBe(false);
          expect(authorize({ id, admin: false }, open(step, facts), facts).override).toBe(false);
        }
        const asked = new Set(pending.map(({ id }) => id));
        for (const { id } of facts.people.filter((each) => !asked.has(each.id))) {
          expect(() => authorize({ id, admin: false }, open(step, facts), facts)).toThrow();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('always ends while an admin can decide', () => {
    fc.assert(
      fc.property(someStep, someFacts, (step, facts) => {
        const free = { ...facts, approvedBy: [], requireDistinctApprovers: false };
        fc.pre(adminsOf(free).some((id) => !free.barredIds.includes(id)));
        let current = open(step, free);
        for (let turns = 0; turns <= free.people.length; turns++) {
          const [decider] = deciders(current, free);
          if (!decider) {
            // Every admin has approved. Only an admin override is left.
            expect(current.approvedBy).toEqual(expect.arrayContaining(adminsOf(free)));
            return;
          }
          const authority = authorize({ id: decider.person.id, admin: false }, current, free);
          if (endsStep(current, authority, free)) return;
          current = {
            ...current,
            approvedFor: [...current.approvedFor, authority.principalId ?? 0],
            approvedBy: [...current.approvedBy, decider.person.id],
          };
        }
        throw new Error('the step never ends');
      }),
      { numRuns: 500 },
    );
  });
});
