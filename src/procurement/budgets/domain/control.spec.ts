import { inEnglish, refusal } from '../../../../test/support/refusals';
import { decimal } from '../../../common/money';
import type { BudgetId } from '../../../common/records/ids';
import { type ControlledBudget, exceededWarning, requireSufficient, submitWarnings } from './control';
import { NO_AMOUNTS } from './ledger/amounts';

const budget = (over: Partial<ControlledBudget> = {}): ControlledBudget => ({
  id: 7 as BudgetId,
  name: 'IT 2026',
  status: 'active',
  currency: 'SAR',
  allocated: decimal(1000),
  amounts: { ...NO_AMOUNTS, committed: decimal(600), spent: decimal(300) },
  ...over,
});
const block = { action: 'block', override: false } as const;

describe('the budget check of the last approval', () => {
  it('accepts exactly the available amount', () => {
    expect(requireSufficient(budget(), decimal(100), block)).toBe('sufficient');
  });

  it('rejects 0.01 more, with the shortfall', () => {
    expect(refusal(() => requireSufficient(budget(), decimal('100.01'), block))).toEqual({
      code: 'BUDGET_EXCEEDED',
      says: 'The budget IT 2026 has 100.00 SAR available, but the document needs 100.01. The shortfall is 0.01.',
      details: { budget_id: 7, currency: 'SAR', available: 100, requested: 100.01, shortfall: 0.01 },
    });
  });

  it('ignores reservations', () => {
    const reserved = budget({ amounts: { ...budget().amounts, reserved: decimal(5000) } });
    expect(requireSufficient(reserved, decimal(100), block)).toBe('sufficient');
  });

  it('includes an earlier overspend in the shortfall', () => {
    const overspent = budget({ amounts: { ...NO_AMOUNTS, spent: decimal(1100) } });
    expect(() => requireSufficient(overspent, decimal(50), block)).toThrow(
      expect.objectContaining({ extras: { details: expect.objectContaining({ available: -100, shortfall: 150 }) } }),
    );
  });

  it.each([
    ['warn', false, 'warned'],
    ['ignore', false, 'ignored'],
    ['block', true, 'overridden'],
    ['warn', true, 'overridden'],
  ] as const)('with tenant setting %s and override %s returns %s', (action, override, verdict) => {
    expect(requireSufficient(budget(), decimal(500), { action, override })).toBe(verdict);
  });

  const CLOSED =
    'The budget IT 2026 is closed and accepts no new commitment. A token with the ability admin can activate it again.';

  it.each([
    [
      'frozen',
      'BUDGET_FROZEN',
      'The budget IT 2026 is frozen and accepts no new commitment. A user with the permission budgets.write can activate it again.',
    ],
    ['closed', 'BUDGET_CLOSED', CLOSED],
    ['draft', 'BUDGET_CLOSED', CLOSED],
  ] as const)('rejects a %s budget with any amount, even with an override', (status, code, says) => {
    const insisting = { action: 'ignore', override: true } as const;
    expect(refusal(() => requireSufficient(budget({ status }), decimal(1), insisting))).toEqual({
      code,
      says,
      details: { budget_id: 7, status, allowed_statuses: ['active'] },
    });
  });
});

describe('warnings', () => {
  it('are returned at submit when other reservations leave too little', () => {
    const reserved = budget({ amounts: { ...budget().amounts, reserved: decimal(60) } });
    expect(submitWarnings(reserved, decimal(40), 'block')).toEqual([]);
    expect(submitWarnings(reserved, decimal('40.01'), 'block')).toEqual([
      {
        code: 'BUDGET_EXCEEDED',
        text: {
          key: 'budget.will_exceed',
          params: {
            name: 'IT 2026',
            currency: 'SAR',
            available: '100.00',
            requested: '40.01',
            reserved: '60.00',
          },
        },
      },
    ]);
  });

  it('are omitted when the tenant ignores budgets', () => {
    expect(submitWarnings(budget(), decimal(5000), 'ignore')).toEqual([]);
  });

  it('contain the overspent amount of an approval', () => {
    const { code, text } = exceededWarning(budget(), decimal(150));
    expect([code, inEnglish(text)]).toEqual([
      'BUDGET_EXCEEDED',
      'The budget IT 2026 has 100.00 SAR available, but the document needs 150.00. The shortfall is 50.00.',
    ]);
  });
});
