import { isInForce, requireUsable, type Delegation } from './delegation';

const delegation: Delegation = { userId: 1, delegateId: 2, from: '2025-03-10', to: '2025-03-12' };

describe('delegation', () => {
  it.each([
    ['2025-03-09', false],
    ['2025-03-10', true],
    ['2025-03-12', true],
    ['2025-03-13', false],
  ])('on %s holds: %s', (today, expected) => expect(isInForce(delegation, today)).toBe(expected));

  it('is refused when it could never be used', () => {
    expect(() => requireUsable(delegation, '2025-03-12')).not.toThrow();
    expect(() => requireUsable({ ...delegation, delegateId: 1 }, '2025-03-01')).toThrow('VALIDATION_ERROR');
    expect(() => requireUsable({ ...delegation, to: '2025-03-09' }, '2025-03-01')).toThrow('VALIDATION_ERROR');
    expect(() => requireUsable(delegation, '2025-03-13')).toThrow('VALIDATION_ERROR');
  });
});
