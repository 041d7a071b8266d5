import type { ErrorCode } from '../../../common/errors';
import { isForbidden, STATUS } from './status';

describe('refusals that stand in the audit log', () => {
  it('say that the caller may not, whoever else may', () => {
    const codes = Object.keys(STATUS) as ErrorCode[];
    expect(codes.filter((code) => isForbidden({ code }))).toEqual([
      'FORBIDDEN_ABILITY',
      'ROLE_NOT_PERMITTED',
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
    ]);
  });
});
