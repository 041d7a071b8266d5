import { type ApprovalPolicy, DEFAULT_APPROVAL_POLICY, isApprovable, MATCH_STATUSES } from './policy';

describe('what may be approved', () => {
  const approvable = (policy: ApprovalPolicy, withOrder: boolean) =>
    MATCH_STATUSES.filter((status) => isApprovable({ status, withOrder }, policy));

  it('is a full match, unless the tenant allows more', () => {
    expect(approvable(DEFAULT_APPROVAL_POLICY, true)).toEqual(['full_match']);
    const lenient = { ...DEFAULT_APPROVAL_POLICY, approvableMatchStatuses: ['full_match', 'partial_match'] as const };
    expect(approvable(lenient, true)).toEqual(['full_match', 'partial_match']);
  });

  it.each([
    ['admin', ['full_match', 'partial_match']],
    ['allow', ['full_match', 'partial_match']],
    ['refuse', ['full_match']],
  ] as const)('without an order, under %s: %j', (invoicesWithoutOrder, expected) => {
    expect(approvable({ ...DEFAULT_APPROVAL_POLICY, invoicesWithoutOrder }, false)).toEqual(expected);
  });
});
