import { refusedFields } from '../../../test/support/refusals';
import { requireNotAhead } from './not-ahead';

describe('the time of a past event', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');

  it.each([
    ['2026-03-01T12:00:00.000Z', true],
    ['2026-03-02T12:00:00.000Z', true],
    ['2026-03-02T12:00:00.001Z', false],
    ['2030-01-01T00:00:00.000Z', false],
    ['2000-01-01T00:00:00.000Z', true],
  ])('at %s is accepted: %s', (at, taken) => {
    const refused = refusedFields(() => requireNotAhead('received_at', new Date(at), now));
    expect(refused).toEqual(taken ? undefined : { received_at: ['Must not be more than one day in the future.'] });
  });

  it('is optional, and an error contains its field', () => {
    expect(() => requireNotAhead('paid_at', undefined, now)).not.toThrow();
    expect(refusedFields(() => requireNotAhead('paid_at', new Date('2030-01-01'), now))).toHaveProperty('paid_at');
  });
});
