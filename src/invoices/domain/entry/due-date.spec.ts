import { refusedFields } from '../../../../test/support/refusals';
import { dueDate } from './due-date';

describe('the day payment is due', () => {
  it('is the given date', () => expect(dueDate('2025-03-01', '2025-03-31', 30)).toBe('2025-03-31'));
  it('may be the invoice’s own day', () => expect(dueDate('2025-03-01', '2025-03-01', 30)).toBe('2025-03-01'));
  it('is the vendor’s terms later when left out', () =>
    expect(dueDate('2025-03-01', undefined, 30)).toBe('2025-03-31'));
  it('counts a leap day', () => expect(dueDate('2024-02-01', undefined, 30)).toBe('2024-03-02'));
  it('is the same day for immediate terms', () => expect(dueDate('2025-03-01', undefined, 0)).toBe('2025-03-01'));
  it('is never before the invoice', () => {
    expect(refusedFields(() => dueDate('2025-03-01', '2025-02-28', 30))).toEqual({
      due_date: ['Must not be before invoice_date.'],
    });
  });
});
