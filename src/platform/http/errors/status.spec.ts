import type { ErrorCode } from '../../../common/errors';
import { isForbidden, STATUS } from './status';

describe('error codes in the audit log', () => {
  it('are those that forbid the request to its caller', () => {
    const codes = Object.keys(STATUS) as ErrorCode[];
    expect(codes.filter((code) => isForbidden({ code }))).toEqual([
      'FORBIDDEN_ABILITY',
      'ROLE_NOT_PERMITTED',
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
    ]);
  });
});
