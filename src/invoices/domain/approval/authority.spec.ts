import { refusal } from '../../../../test/support/refusals';
import {
  type ApprovalPolicy,
  type ApproverRules,
  type Decider,
  isApprovable,
  mayDecideAlone,
  requireApprover,
  requireDecider,
} from './authority';
import { INITIAL_POLICY } from '../../../../test/support/matching-facts';
import { MATCH_STATUSES } from '../../../common/records/matching';

const RULES: ApproverRules = {
  approverRoles: ['finance_officer', 'finance_manager'],
  preventSelfApproval: false,
  withoutOrder: 'admin',
};
const officer: Decider = { userId: 7, role: 'finance_officer', admin: false };
const viewer: Decider = { userId: 8, role: 'viewer', admin: false };
const admin: Decider = { userId: 9, role: 'viewer', admin: true };
const withOrder = { createdById: 7, withOrder: true };
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('who may approve an invoice', () => {
  it('is a user with one of the tenant’s roles, or an administrator’s token', () => {
    expect(() => requireApprover(officer, withOrder, RULES)).not.toThrow();
    expect(() => requireApprover(admin, withOrder, RULES)).not.toThrow();
    expect(() => requireApprover(viewer, withOrder, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
    expect(() => requireApprover({ ...viewer, role: null }, withOrder, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
  });

  it('without an order is a finance manager or an administrator, unless the tenant allows all', () => {
    const without = { createdById: 1, withOrder: false };
    expect(() => requireApprover(officer, without, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
    expect(() => requireApprover({ ...officer, role: 'finance_manager' }, without, RULES)).not.toThrow();
    expect(() => requireApprover(admin, without, RULES)).not.toThrow();
    expect(() => requireApprover(officer, without, { ...RULES, withoutOrder: 'allow' })).not.toThrow();
  });

  it('is not the one who entered it where the tenant says so, administrators included', () => {
    const strict = { ...RULES, preventSelfApproval: true };
    expect(() => requireApprover(officer, withOrder, strict)).toThrow(code('SELF_APPROVAL_FORBIDDEN'));
    expect(() => requireApprover({ ...admin, userId: 7 }, withOrder, strict)).toThrow(code('SELF_APPROVAL_FORBIDDEN'));
    expect(() => requireApprover(admin, withOrder, strict)).not.toThrow();
    expect(() =>
      requireApprover({ ...admin, userId: null }, { ...withOrder, createdById: null }, strict),
    ).not.toThrow();
  });

  it('is named in the refusal: the roles that may, and that nobody approves what they entered', () => {
    expect(refusal(() => requireDecider(viewer, RULES))).toEqual({
      code: 'NOT_CURRENT_APPROVER',
      says: 'This user may not decide on this invoice. Roles that may: finance_officer, finance_manager.',
    });
    expect(refusal(() => requireDecider(viewer, { approverRoles: [] }))?.says).toBe(
      'This user may not decide on this invoice. Roles that may: -.',
    );
    expect(refusal(() => requireApprover(officer, withOrder, { ...RULES, preventSelfApproval: true }))).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'The person who entered an invoice may not approve it.',
    });
  });

  it('without an order may be one whose role is admin, where the tenant asks that role at all', () => {
    const rules = { ...RULES, approverRoles: ['admin'] };
    const byRole = { ...viewer, role: 'admin' };
    expect(() => requireApprover(byRole, { createdById: 1, withOrder: false }, rules)).not.toThrow();
  });

  it('may be rejected by the one who entered it, with the role', () => {
    expect(() => requireDecider(officer, RULES)).not.toThrow();
    expect(() => requireDecider(viewer, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
  });
});

describe('who may take the one decision about an invoice without steps', () => {
  const roles = ['finance_officer', 'finance_manager'];
  const asked = (over: Partial<ApproverRules> = {}, barredIds: readonly number[] = [], withoutAnOrder = false) =>
    ['admin', 'finance_manager', 'finance_officer', 'viewer'].filter((role, id) =>
      mayDecideAlone(
        { id, role },
        { barredIds, withOrder: !withoutAnOrder },
        { ...RULES, approverRoles: roles, ...over },
      ),
    );

  it('is a user of one of the roles, and whoever has the role admin', () => {
    expect(asked()).toEqual(['admin', 'finance_manager', 'finance_officer']);
    expect(asked({ approverRoles: [] })).toEqual(['admin']);
  });

  it('without an order is a finance manager or an admin, unless the tenant allows all', () => {
    expect(asked({}, [], true)).toEqual(['admin', 'finance_manager']);
    expect(asked({ withoutOrder: 'allow' }, [], true)).toEqual(['admin', 'finance_manager', 'finance_officer']);
    expect(asked({ approverRoles: ['finance_officer'] }, [], true)).toEqual(['admin']);
  });

  it('is nobody whom the invoice bars, where the tenant says so', () => {
    expect(asked({ preventSelfApproval: true }, [0, 2])).toEqual(['finance_manager']);
    expect(asked({ preventSelfApproval: false }, [0, 2])).toEqual(['admin', 'finance_manager', 'finance_officer']);
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
