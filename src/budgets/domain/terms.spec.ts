import { decimal } from '../../common/money';
import { NO_FIGURES } from './figures';
import { type BudgetTerms, requireChange, requireTerms, type TermsChange } from './terms';

const terms = (over: Partial<BudgetTerms> = {}): BudgetTerms => ({
  departmentId: 1,
  fiscalYear: 2026,
  currency: 'SAR',
  allocated: decimal(1000),
  allocatedCapex: null,
  allocatedOpex: null,
  ...over,
});
const faults = (check: () => void): string[] => {
  try {
    check();
    return [];
  } catch (error) {
    return Object.keys((error as { extras: { fields: object } }).extras.fields);
  }
};

describe('terms of a budget', () => {
  it.each([
    ['an amount finer than the currency', terms({ allocated: decimal('10.005') }), 'draft', ['allocated_amount']],
    ['three decimals of a Kuwaiti dinar', terms({ allocated: decimal('10.005'), currency: 'KWD' }), 'active', []],
    ['half a yen', terms({ allocated: decimal('10.5'), currency: 'JPY' }), 'draft', ['allocated_amount']],
    ['nothing allocated to a draft', terms({ allocated: decimal(0) }), 'draft', []],
    ['nothing allocated to an active one', terms({ allocated: decimal(0) }), 'active', ['allocated_amount']],
    ['parts that are the whole', terms({ allocatedCapex: decimal(400), allocatedOpex: decimal(600) }), 'active', []],
    [
      'parts above the whole',
      terms({ allocatedCapex: decimal(400), allocatedOpex: decimal('600.01') }),
      'active',
      ['allocations'],
    ],
    ['a part finer than the currency', terms({ allocatedOpex: decimal('1.001') }), 'draft', ['allocations.opex']],
  ] as const)('%s', (_, given, status, expected) => {
    expect(faults(() => requireTerms(given, status))).toEqual(expected);
  });
});

describe('a change of terms', () => {
  const change = (after: Partial<BudgetTerms>, over: Partial<TermsChange> = {}): TermsChange => ({
    before: terms(),
    after: terms(after),
    status: 'active',
    figures: { ...NO_FIGURES, committed: decimal(500), spent: decimal(300) },
    isUsed: true,
    ...over,
  });

  it.each([
    ['down to what is used', change({ allocated: decimal(800) }), []],
    ['a cent below what is used', change({ allocated: decimal('799.99') }), ['allocated_amount']],
    ['another department', change({ departmentId: 2 }), ['department_id']],
    ['another year and currency', change({ fiscalYear: 2027, currency: 'USD' }), ['fiscal_year', 'currency']],
    [
      'all of them before the first use',
      change({ departmentId: 2, fiscalYear: 2027, currency: 'USD' }, { isUsed: false }),
      [],
    ],
  ])('%s', (_, given, expected) => {
    expect(faults(() => requireChange(given))).toEqual(expected);
  });

  it('leaves an overspent budget alone whose amount does not change', () => {
    const overspent = { ...NO_FIGURES, spent: decimal(1100) };
    expect(faults(() => requireChange(change({ allocatedCapex: decimal(1) }, { figures: overspent })))).toEqual([]);
    expect(faults(() => requireChange(change({ allocated: decimal(1050) }, { figures: overspent })))).toEqual([
      'allocated_amount',
    ]);
  });
});
