import { decimal } from '../../../common/money';
import {
  amountText,
  available,
  breakdown,
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
