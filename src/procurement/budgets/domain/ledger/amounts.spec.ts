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

describe('amounts of a budget', () => {
  it.each([
    ['100000', '79999.99', '79.99999', '80.00'],
    ['100000', '80000', '80', '80.00'],
    ['100000', '34270', '34.27', '34.27'],
    ['3', '1', '33.3333333333333333333333333333333333333333', '33.33'],
    ['0', '0', '0', '0.00'],
    ['0', '5', '0', '0.00'],
  ])('%s allocated, %s used: compared as %s, shown as %s', (allocated, used, exact, shown) => {
    expect(utilization(decimal(allocated), amounts(used, '0')).toFixed()).toBe(exact);
    expect(shownUtilization(decimal(allocated), amounts('0', used)).toFixed(2)).toBe(shown);
  });

  it('leaves out what is only reserved', () => {
    expect(available(decimal(100), { ...amounts('30', '20'), reserved: decimal(50) } as never).toFixed()).toBe('50');
  });

  it('has a negative available amount when overspent', () => {
    expect(available(decimal(100), amounts('70', '40')).toFixed()).toBe('-10');
  });

  it('splits what is used by who owes it', () => {
    const parts = breakdown(amounts('23000', '11500', '4000'));
    expect([parts.approvedUninvoiced, parts.invoicedPendingPayment, parts.paid].map((part) => part.toFixed())).toEqual([
      '23000',
      '7500',
      '4000',
    ]);
    expect(remainingAgainstCommitted(amounts('23000', '11500', '4000')).toFixed()).toBe('30500');
  });

  it('says an amount in the decimals of its currency', () => {
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
  ])('from %s to %s', (before, after, expected) => {
    expect(cross(before, after)).toEqual(expected);
  });

  it('fire again once utilization has fallen below', () => {
    expect([cross('85', '79'), cross('79', '81')]).toEqual([undefined, [80, [80]]]);
  });

  it('are crossed alike in whatever order they were given', () => {
    expect(cross('0', '60', [50, 120, 12.5])).toEqual([50, [12.5, 50]]);
  });

  it('never fire for a budget without thresholds', () => {
    expect(cross('0', '500', [])).toBeUndefined();
  });
});
