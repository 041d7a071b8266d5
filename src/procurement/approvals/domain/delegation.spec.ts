import { ROLES } from '../../../common/actor/roles';
import { refusedFields } from '../../../../test/support/refusals';
import { mayBeDelegate, requireUsable, type Delegation } from './delegation';

const delegation: Delegation = { userId: 1, delegateId: 2, from: '2025-03-10', to: '2025-03-12' };

const officer = { status: 'active', role: 'procurement_officer' };

describe('delegation', () => {
  it('is rejected when it can never be used', () => {
    const refused = (over: Partial<Delegation>, today: string) =>
      refusedFields(() => requireUsable({ ...delegation, ...over }, officer, today));
    expect(refused({}, '2025-03-12')).toBeUndefined();
    expect(refused({ to: '2025-03-10' }, '2025-03-10')).toBeUndefined();
    expect(refused({ delegateId: 1 }, '2025-03-01')).toEqual({
      delegate_id: ['A user cannot delegate to themselves.'],
    });
    expect(refused({ to: '2025-03-09' }, '2025-03-01')).toEqual({ to: ['Must not be before from.'] });
    expect(refused({}, '2025-03-13')).toEqual({ to: ['Must not be in the past.'] });
  });

  it.each([
    [undefined, 'No such record.'],
    [{ ...officer, status: 'inactive' }, 'No such record.'],
    [
      { ...officer, role: 'viewer' },
      'A user with the role viewer can only read and cannot decide for another user. Choose a user with another role.',
    ],
    [
      { ...officer, role: 'auditor' },
      'A user with the role auditor can only read and cannot decide for another user. Choose a user with another role.',
    ],
  ])('is rejected for the delegate %j', (delegate, sentence) => {
    expect(refusedFields(() => requireUsable(delegation, delegate, '2025-03-11'))).toEqual({ delegate_id: [sentence] });
  });

  it('accepts delegates of every role except read-only roles', () => {
    expect(ROLES.filter((role) => !mayBeDelegate(role))).toEqual(['viewer', 'auditor']);
  });
});
