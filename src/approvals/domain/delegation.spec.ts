import { refusedFields } from '../../../test/support/refusals';
import { requireUsable, type Delegation } from './delegation';

const delegation: Delegation = { userId: 1, delegateId: 2, from: '2025-03-10', to: '2025-03-12' };

describe('delegation', () => {
  it('is refused when it could never be used', () => {
    const refused = (over: Partial<Delegation>, today: string) =>
      refusedFields(() => requireUsable({ ...delegation, ...over }, today));
    expect(refused({}, '2025-03-12')).toBeUndefined();
    expect(refused({ to: '2025-03-10' }, '2025-03-10')).toBeUndefined();
    expect(refused({ delegateId: 1 }, '2025-03-01')).toEqual({
      delegate_id: ['A user cannot delegate to themselves.'],
    });
    expect(refused({ to: '2025-03-09' }, '2025-03-01')).toEqual({ to: ['Must not be before from.'] });
    expect(refused({}, '2025-03-13')).toEqual({ to: ['Must not be in the past.'] });
  });
});
