import { decimal } from '../../../../common/money';
import {
  amountText,
  available,
  breakdown,
  crossing,
  DEFAULT_THRESHOLDS,
  NO_AMOUNTS,
  remainingAgainstCommitted,
  shownUtilization,
  utilization,
} from './amounts';

const amounts = (committed: string, spent: string, paid = '0') => ({
  ...NO_AMOUNTS,
  committed: decimal(committed),
  spent: decimal(spent),
  paid: decimal(paid),
});

describe('budget amounts', () => {
  it.each([
    ['100000', '79999.99', '79.99999', '80.00'],
    ['100000', '80000', '80', '80.00'],
    ['100000', '34270', '34.27', '34.27'],
    ['3', '1', '33.3333333333333333333333333333333333333333', '33.33'],
    ['0', '0', '0', '0.00'],
    ['0', '5', '0', '0.00'],
  ])('with %s allocated and %s used compare as %s and show %s', (allocated, used, exact, shown) => {
    expect(utilization(decimal(allocated), amounts(used, '0')).toFixed()).toBe(exact);
    expect(shownUtilization(decimal(allocated), amounts('0', used)).toFixed(2)).toBe(shown);
  });

  it('exclude reservations', () => {
    expect(available(decimal(100), { ...amounts('30', '20'), reserved: decimal(50) } as never).toFixed()).toBe('50');
  });

  it('have a negative available amount when overspent', () => {
    expect(available(decimal(100), amounts('70', '40')).toFixed()).toBe('-10');
  });

  it('split the used amount by document status', () => {
    const parts = breakdown(amounts('23000', '11500', '4000'));
    expect([parts.approvedUninvoiced, parts.invoicedPendingPayment, parts.paid].map((part) => part.toFixed())).toEqual([
      '23000',
      '7500',
      '4000',
    ]);
    expect(remainingAgainstCommitted(amounts('23000', '11500', '4000')).toFixed()).toBe('30500');
  });

  it('print an amount with the decimals of its currency', () => {
    expect([amountText(decimal('5'), 'SAR'), amountText(decimal('5'), 'KWD'), amountText(decimal('5'), 'JPY')]).toEqual(
      ['5.00', '5.000', '5'],
    );
  });
});

const cross = (before: string, after: string, thresholds: readonly number[] = DEFAULT_THRESHOLDS) => {
  const found = crossing(thresholds, decimal(before), decimal(after));
  return found && [found.highest.toNumber(), found.crossed.map((threshold) => threshold.toNumber())];
};

describe('thresholds', () => {
  it.each([
    ['0', '79.99999', undefined],
    ['79.99999', '80', [80, [80]]],
    ['80', '85', undefined],
    ['50', '95', [90, [80, 90]]],
    ['0', '250', [100, [80, 90, 100]]],
    ['95', '70', undefined],
    ['100', '100', undefined],
  ])('are crossed or not by a change from %s to %s', (before, after, expected) => {
    expect(cross(before, after)).toEqual(expected);
  });

  it('are crossed again after utilization fell below', () => {
    expect([cross('85', '79'), cross('79', '81')]).toEqual([undefined, [80, [80]]]);
  });

  it('are crossed in any order of input', () => {
    expect(cross('0', '60', [50, 120, 12.5])).toEqual([50, [12.5, 50]]);
  });

  it('are never crossed in a budget without thresholds', () => {
    expect(cross('0', '500', [])).toBeUndefined();
  });
});
