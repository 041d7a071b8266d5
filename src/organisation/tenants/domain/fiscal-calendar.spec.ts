import { fiscalYearsOf, storedFiscalYear } from './fiscal-calendar';

const JANUARY = { startMonth: 1, series: 0 };
const APRIL = { startMonth: 4, series: 1 };

describe('fiscal years of a day', () => {
  it('are stored by the current month, or by the pending one', () => {
    expect(storedFiscalYear({ inForce: JANUARY, pending: null }, '2026-05-01')).toEqual({
      fiscalYear: 2026,
      fiscalSeries: 0,
    });
    expect(storedFiscalYear({ inForce: JANUARY, pending: APRIL }, '2026-05-01')).toEqual({
      fiscalYear: 2027,
      fiscalSeries: 1,
    });
  });

  it('include those of both months while a change is pending', () => {
    expect(fiscalYearsOf({ inForce: JANUARY, pending: null }, '2026-05-01')).toEqual([
      { from: '2026-01-01', to: '2026-12-31' },
    ]);
    expect(fiscalYearsOf({ inForce: JANUARY, pending: APRIL }, '2026-03-31')).toEqual([
      { from: '2026-01-01', to: '2026-12-31' },
      { from: '2025-04-01', to: '2026-03-31' },
    ]);
  });
});
