import { refusal } from '../../../../test/support/refusals';
import {
  type ApprovalPolicy,
  type ApproverRules,
  type Decider,
  isApprovable,
  requireApprover,
  requireDecider,
} from './authority';
import { INITIAL_POLICY } from '../../../../test/support/matching-facts';
import { MATCH_STATUSES } from '../../../common/records/matching';

const RULES: ApproverRules = {
  approverRoles: ['finance_officer', 'finance_manager'],
  withoutOrder: 'admin',
};
const officer: Decider = { userId: 7, role: 'finance_officer', admin: false };
const viewer: Decider = { userId: 8, role: 'viewer', admin: false };
const admin: Decider = { userId: 9, role: 'viewer', admin: true };
const withOrder = { withOrder: true };
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('who may approve an invoice', () => {
  it('is a user with one of the tenant’s roles, or an administrator’s token', () => {
    expect(() => requireApprover(officer, withOrder, RULES)).not.toThrow();
    expect(() => requireApprover(admin, withOrder, RULES)).not.toThrow();
    expect(() => requireApprover(viewer, withOrder, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
    expect(() => requireApprover({ ...viewer, role: null }, withOrder, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
  });

  it('without an order is a finance manager or an administrator, unless the tenant allows all', () => {
    const without = { withOrder: false };
    expect(() => requireApprover(officer, without, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
    expect(() => requireApprover({ ...officer, role: 'finance_manager' }, without, RULES)).not.toThrow();
    expect(() => requireApprover(admin, without, RULES)).not.toThrow();
    expect(() => requireApprover(officer, without, { ...RULES, withoutOrder: 'allow' })).not.toThrow();
  });

  it('is named in the refusal: the roles that may', () => {
    expect(refusal(() => requireDecider(viewer, RULES))).toEqual({
      code: 'NOT_CURRENT_APPROVER',
      says: 'This user may not decide on this invoice. Roles that may: finance_officer, finance_manager.',
    });
    expect(refusal(() => requireDecider(viewer, { approverRoles: [] }))?.says).toBe(
      'This user may not decide on this invoice. Roles that may: -.',
    );
  });

  it('without an order may be one whose role is admin, where the tenant asks that role at all', () => {
    const rules = { ...RULES, approverRoles: ['admin'] };
    const byRole = { ...viewer, role: 'admin' };
    expect(() => requireApprover(byRole, { withOrder: false }, rules)).not.toThrow();
  });

  it('may be rejected by the one who entered it, with the role', () => {
    expect(() => requireDecider(officer, RULES)).not.toThrow();
    expect(() => requireDecider(viewer, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
  });
});

describe('what may be approved', () => {
  const approvable = (policy: ApprovalPolicy, withOrder: boolean) =>
    MATCH_STATUSES.filter((status) => isApprovable({ status, withOrder }, policy));

  it('is a full match, unless the tenant allows more', () => {
    expect(approvable(INITIAL_POLICY, true)).toEqual(['full_match']);
    const lenient = { ...INITIAL_POLICY, approvableMatchStatuses: ['full_match', 'partial_match'] as const };
    expect(approvable(lenient, true)).toEqual(['full_match', 'partial_match']);
  });

  it.each([
    ['admin', ['full_match', 'partial_match']],
    ['allow', ['full_match', 'partial_match']],
    ['refuse', ['full_match']],
  ] as const)('without an order, under %s: %j', (invoicesWithoutOrder, expected) => {
    expect(approvable({ ...INITIAL_POLICY, invoicesWithoutOrder }, false)).toEqual(expected);
  });
});
