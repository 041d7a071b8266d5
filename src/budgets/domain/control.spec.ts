import { decimal } from '../../common/money';
import { type ControlledBudget, exceededWarning, requireSufficient, submitWarnings } from './control';
import { NO_FIGURES } from './figures';

const budget = (over: Partial<ControlledBudget> = {}): ControlledBudget => ({
  id: 7,
  name: 'IT 2026',
  status: 'active',
  currency: 'SAR',
  allocated: decimal(1000),
  figures: { ...NO_FIGURES, committed: decimal(600), spent: decimal(300) },
  ...over,
});
const block = { action: 'block', override: false } as const;

describe('the check at the final approve', () => {
  it('lets the last cent pass', () => {
    expect(requireSufficient(budget(), decimal(100), block)).toBe('sufficient');
  });

  it('refuses one cent more, and says what is missing', () => {
    expect(() => requireSufficient(budget(), decimal('100.01'), block)).toThrow(
      expect.objectContaining({
        code: 'BUDGET_EXCEEDED',
        extras: { details: { budget_id: 7, currency: 'SAR', available: 100, requested: 100.01, shortfall: 0.01 } },
      }),
    );
  });

  it('does not count what is reserved', () => {
    const reserved = budget({ figures: { ...budget().figures, reserved: decimal(5000) } });
    expect(requireSufficient(reserved, decimal(100), block)).toBe('sufficient');
  });

  it('counts what was overspent before into the shortfall', () => {
    const overspent = budget({ figures: { ...NO_FIGURES, spent: decimal(1100) } });
    expect(() => requireSufficient(overspent, decimal(50), block)).toThrow(
      expect.objectContaining({ extras: { details: expect.objectContaining({ available: -100, shortfall: 150 }) } }),
    );
  });

  it.each([
    ['warn', false, 'warned'],
    ['ignore', false, 'ignored'],
    ['block', true, 'overridden'],
    ['warn', true, 'overridden'],
  ] as const)('%s, override %s: %s', (action, override, verdict) => {
    expect(requireSufficient(budget(), decimal(500), { action, override })).toBe(verdict);
  });

  it.each(['frozen', 'closed', 'draft'] as const)(
    'refuses a %s budget, whatever it holds and whoever insists',
    (status) => {
      expect(() => requireSufficient(budget({ status }), decimal(1), { action: 'ignore', override: true })).toThrow(
        expect.objectContaining({
          code: 'BUDGET_FROZEN',
          extras: { details: { budget_id: 7, status, allowed_statuses: ['active'] } },
        }),
      );
    },
  );
});

describe('warnings', () => {
  it('come at submit when the reservations of others leave too little', () => {
    const reserved = budget({ figures: { ...budget().figures, reserved: decimal(60) } });
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

  it('stay away where the tenant ignores budgets', () => {
    expect(submitWarnings(budget(), decimal(5000), 'ignore')).toEqual([]);
  });

  it('say what an approval overspends', () => {
    expect(exceededWarning(budget(), decimal(150))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      text: { params: { available: '100.00', requested: '150.00', shortfall: '50.00' } },
    });
  });
});
