import { refusal } from '../../../../../test/support/refusals';
import {
  type ApprovalPolicy,
  type ApproverRules,
  type Decider,
  isApprovable,
  mayDecideAlone,
  requireApprover,
} from './authority';
import { INITIAL_POLICY } from '../../../../../test/support/matching-facts';
import { MATCH_STATUSES } from '../../../../common/settings';

const RULES: ApproverRules = {
  withoutOrder: 'admin',
};
const officer: Decider = { userId: 7, role: 'finance_officer', admin: false };
const viewer: Decider = { userId: 8, role: 'viewer', admin: false };
const admin: Decider = { userId: 9, role: 'viewer', admin: true };
const withOrder = { withOrder: true };
const code = (expected: string) => expect.objectContaining({ code: expected });

const without = { withOrder: false };

describe('requireApprover', () => {
  it('accepts every user for an invoice with an order', () => {
    expect(() => requireApprover(officer, withOrder, RULES)).not.toThrow();
    expect(() => requireApprover(viewer, withOrder, RULES)).not.toThrow();
    expect(() => requireApprover({ ...viewer, role: null }, withOrder, RULES)).not.toThrow();
  });

  it('accepts only finance managers and administrators for an invoice without an order, unless the setting allows all', () => {
    expect(() => requireApprover(officer, without, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
    expect(() => requireApprover({ ...viewer, role: null }, without, RULES)).toThrow(code('NOT_CURRENT_APPROVER'));
    expect(() => requireApprover({ ...officer, role: 'finance_manager' }, without, RULES)).not.toThrow();
    expect(() => requireApprover({ ...officer, role: 'admin' }, without, RULES)).not.toThrow();
    expect(() => requireApprover(admin, without, RULES)).not.toThrow();
    expect(() => requireApprover(officer, without, { ...RULES, withoutOrder: 'allow' })).not.toThrow();
    expect(() => requireApprover(officer, without, { ...RULES, withoutOrder: 'refuse' })).not.toThrow();
  });

  it('lists the allowed roles in the error', () => {
    expect(refusal(() => requireApprover(officer, without, RULES))).toEqual({
      code: 'NOT_CURRENT_APPROVER',
      says: 'This user may not decide on this invoice. Roles that may: admin, finance_manager.',
    });
  });
});

describe('mayDecideAlone', () => {
  const roles = ['finance_officer', 'finance_manager'];
  const asked = (
    {
      approverRoles = roles,
      ...over
    }: Partial<ApproverRules> & { approverRoles?: readonly string[]; preventSelfApproval?: boolean } = {},
    barredIds: readonly number[] = [],
    withoutAnOrder = false,
  ) =>
    ['admin', 'finance_manager', 'finance_officer', 'viewer'].filter((role, id) =>
      mayDecideAlone(
        { id, role },
        { barredIds, withOrder: !withoutAnOrder, approverRoles },
        { ...RULES, preventSelfApproval: false, ...over },
      ),
    );

  it('accepts users of the approver roles and the role admin', () => {
    expect(asked()).toEqual(['admin', 'finance_manager', 'finance_officer']);
    expect(asked({ approverRoles: [] })).toEqual(['admin']);
  });

  it('accepts only finance managers and admins without an order, unless the setting allows all', () => {
    expect(asked({}, [], true)).toEqual(['admin', 'finance_manager']);
    expect(asked({ withoutOrder: 'allow' }, [], true)).toEqual(['admin', 'finance_manager', 'finance_officer']);
    expect(asked({ approverRoles: ['finance_officer'] }, [], true)).toEqual(['admin']);
  });

  it('excludes involved users if self-approval is prevented', () => {
    expect(asked({ preventSelfApproval: true }, [0, 2])).toEqual(['finance_manager']);
    expect(asked({ preventSelfApproval: false }, [0, 2])).toEqual(['admin', 'finance_manager', 'finance_officer']);
  });
});

describe('isApprovable', () => {
  const approvable = (policy: ApprovalPolicy, withOrder: boolean) =>
    MATCH_STATUSES.filter((status) => isApprovable({ status, withOrder }, policy));

  it('accepts only a full match, unless the setting allows more', () => {
    expect(approvable(INITIAL_POLICY, true)).toEqual(['full_match']);
    const lenient = { ...INITIAL_POLICY, approvableMatchStatuses: ['full_match', 'partial_match'] as const };
    expect(approvable(lenient, true)).toEqual(['full_match', 'partial_match']);
  });

  it.each([
    ['admin', ['full_match', 'partial_match']],
    ['allow', ['full_match', 'partial_match']],
    ['refuse', ['full_match']],
  ] as const)('accepts without an order, for the setting %s: %j', (invoicesWithoutOrder, expected) => {
    expect(approvable({ ...INITIAL_POLICY, invoicesWithoutOrder }, false)).toEqual(expected);
  });
});
