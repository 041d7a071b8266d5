import { refusedFields } from '../../../../test/support/refusals';
import { decimal, ZERO } from '../../../common/money';
import { NO_AMOUNTS } from './ledger/amounts';
import { allocatedSplit, type BudgetTerms, requireChange, requireTerms, type TermsChange } from './terms';

const terms = (over: Partial<BudgetTerms> = {}): BudgetTerms => ({
  departmentId: 1,
  fiscalYear: 2026,
  currency: 'SAR',
  allocated: decimal(1000),
  allocatedCapex: null,
  allocatedOpex: null,
  ...over,
});
describe('budget terms', () => {
  const twoDecimals = ['Must have at most 2 decimals.'];

  it.each([
    ['three decimals for Kuwaiti dinar', terms({ allocated: decimal('10.005'), currency: 'KWD' }), 'active'],
    ['a draft with nothing allocated', terms({ allocated: decimal(0) }), 'draft'],
    ['parts that add up to the total', terms({ allocatedCapex: decimal(400), allocatedOpex: decimal(600) }), 'active'],
    ['one part only', terms({ allocatedCapex: decimal(1000) }), 'active'],
  ] as const)('allow %s', (_, given, status) => {
    expect(refusedFields(() => requireTerms(given, status))).toBeUndefined();
  });

  it.each([
    ['more decimals than the currency has', terms({ allocated: decimal('10.005') }), { allocated_amount: twoDecimals }],
    [
      'half a yen',
      terms({ allocated: decimal('10.5'), currency: 'JPY' }),
      { allocated_amount: ['Must have at most 0 decimals.'] },
    ],
    ['nothing allocated', terms({ allocated: decimal(0) }), { allocated_amount: ['Must be greater than 0.'] }],
    [
      'parts above the total',
      terms({ allocatedCapex: decimal(400), allocatedOpex: decimal('600.01') }),
      { allocations: ['CAPEX and OPEX together must not exceed the allocated amount.'] },
    ],
    [
      'a CAPEX part with too many decimals',
      terms({ allocatedCapex: decimal('1.001') }),
      { 'allocations.capex': twoDecimals },
    ],
    [
      'an OPEX part with too many decimals',
      terms({ allocatedOpex: decimal('1.001') }),
      { 'allocations.opex': twoDecimals },
    ],
  ])('reject %s for an active budget', (_, given, fields) => {
    expect(refusedFields(() => requireTerms(given, 'active'))).toEqual(fields);
  });
});

describe('a change of terms', () => {
  const change = (after: Partial<BudgetTerms>, over: Partial<TermsChange> = {}): TermsChange => ({
    before: terms(),
    after: terms(after),
    status: 'active',
    amounts: { ...NO_AMOUNTS, committed: decimal(500), spent: decimal(300) },
    isUsed: true,
    ...over,
  });

  const fixed = ['Cannot be changed once the budget has been used.'];

  it.each([
    ['down to the used amount', change({ allocated: decimal(800) })],
    [
      'of department, year and currency before the first use',
      change({ departmentId: 2, fiscalYear: 2027, currency: 'USD' }, { isUsed: false }),
    ],
  ])('is allowed %s', (_, given) => {
    expect(refusedFields(() => requireChange(given))).toBeUndefined();
  });

  it.each([
    [
      'to 0.01 below the used amount',
      change({ allocated: decimal('799.99') }),
      { allocated_amount: ['Must not be below the total of committed and spent amounts: 800.00.'] },
    ],
    ['to another department', change({ departmentId: 2 }), { department_id: fixed }],
    [
      'to another year and currency',
      change({ fiscalYear: 2027, currency: 'USD' }),
      { fiscal_year: fixed, currency: fixed },
    ],
  ])('is rejected %s', (_, given, fields) => {
    expect(refusedFields(() => requireChange(given))).toEqual(fields);
  });

  it('accepts other changes of an overspent budget, but no lower amount', () => {
    const overspent = { ...NO_AMOUNTS, spent: decimal(1100) };
    const refused = (after: Partial<BudgetTerms>) =>
      refusedFields(() => requireChange(change(after, { amounts: overspent })));
    expect(refused({ allocatedCapex: decimal(1) })).toBeUndefined();
    expect(refused({ allocated: decimal(1050) })).toEqual({
      allocated_amount: ['Must not be below the total of committed and spent amounts: 1100.00.'],
    });
  });
});

const whole = decimal(1000);
const nobody = { capex: null, opex: null };

describe('the allocation per expense type', () => {
  it.each([
    ['both parts', { capex: decimal(300), opex: decimal(700) }],
    ['CAPEX only', { capex: decimal(300), opex: null }],
    ['OPEX only', { capex: null, opex: decimal(700) }],
  ])('is the given one: %s', (_, said) => {
    expect(allocatedSplit(whole, 'CAPEX', said)).toEqual(said);
  });

  it.each([
    ['CAPEX', { capex: whole, opex: ZERO }],
    [' capex ', { capex: whole, opex: ZERO }],
    ['Opex', { capex: ZERO, opex: whole }],
  ])('is the total for the expense type that is the category: %j', (category, split) => {
    expect(allocatedSplit(whole, category, nobody)).toEqual(split);
  });

  it.each([null, '', 'Travel'])('is unknown for the category %j', (category) => {
    expect(allocatedSplit(whole, category, nobody)).toEqual(nobody);
  });
});
