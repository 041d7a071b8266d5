import { INITIAL_POLICY } from '../../../../test/support/matching-facts';
import { MATCH_STATUSES } from '../../../common/records/matching';
import { type ApprovalPolicy, isApprovable } from './policy';

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
