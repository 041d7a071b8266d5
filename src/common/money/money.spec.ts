import {
  decimal,
  decimalPlaces,
  isCurrency,
  lineAmounts,
  max,
  min,
  minorUnit,
  minorUnits,
  round,
  roundedQuotient,
  sum,
  toNumber,
} from './index';

describe('money', () => {
  it.each([
    ['SAR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['OMR', 3],
    ['JOD', 3],
    ['IQD', 3],
    ['TND', 3],
    ['USD', 2],
    // ISO 4217 defines four decimals, which amounts here never have.
    ['CLF', 2],
  ])('%s has %i decimals', (currency, digits) => expect(minorUnits(currency)).toBe(digits));

  it.each(['ABC', 'sar', 'DEM', 'XAU', 'XXX', ''])('%s is no currency', (code) => expect(isCurrency(code)).toBe(false));
  it.each(['SAR', 'XOF', 'XAF', 'MXN'])('%s is a currency', (code) => expect(isCurrency(code)).toBe(true));

  it.each([
    ['SAR', '0.01'],
    ['JPY', '1'],
    ['KWD', '0.001'],
  ])('the least of %s is %s', (currency, least) => expect(minorUnit(currency).toFixed()).toBe(least));

  it('returns the larger and the smaller of two amounts', () => {
    const [less, more] = [decimal('-0.02'), decimal('-0.01')];
    expect([max(less, more), max(more, less), min(less, more), min(more, less)]).toEqual([more, more, less, less]);
  });

  it('rounds half away from zero, for positive and negative numbers', () => {
    expect(round('1.515', 2).toString()).toBe('1.52');
    expect(round('-1.515', 2).toString()).toBe('-1.52');
    expect(round('1.005', 2).toString()).toBe('1.01');
  });

  it('rounds a quotient as with forty decimals', () => {
    for (let dividend = -300; dividend <= 300; dividend += 7) {
      for (let divisor = 1; divisor <= 41; divisor += 1) {
        for (const places of [0, 2, 4]) {
          const exact = round(decimal(dividend).div(divisor), places);
          expect(roundedQuotient(dividend, divisor, places).toString()).toBe(exact.toString());
        }
      }
    }
    expect(roundedQuotient('1.005', 1, 2).toString()).toBe('1.01');
    expect(roundedQuotient('-1.005', 1, 2).toString()).toBe('-1.01');
    expect(() => roundedQuotient(1, 0, 2)).toThrow();
  });

  it('parses a JSON number by its shortest text', () => {
    expect(decimal(0.1).plus(decimal(0.2)).toString()).toBe('0.3');
    expect(decimalPlaces(1e-7)).toBe(7);
    expect(decimalPlaces(12.5)).toBe(1);
    expect(decimalPlaces(100)).toBe(0);
  });

  it('rejects an invalid number', () => {
    expect(() => decimal(NaN)).toThrow();
    expect(() => decimal(Infinity)).toThrow();
  });

  it.each([
    ['SAR', 10, 25.5, 15, '255', '38.25', '293.25'],
    ['SAR', 1, 10.1, 15, '10.1', '1.52', '11.62'],
    ['KWD', 7, 1.2345, 5, '8.642', '0.432', '9.074'],
    ['SAR', 1000, 0.045, 0, '45', '0', '45'],
    ['SAR', 1, 0.05, 5, '0.05', '0', '0.05'],
    ['JPY', 3, 33.5, 10, '101', '10', '111'],
  ])('%s %d x %d at %d %%', (currency, quantity, unitPrice, vatRate, net, vat, total) => {
    const line = lineAmounts({ quantity, unitPrice, vatRate }, currency);
    expect([line.net, line.vat, line.total].map(String)).toEqual([net, vat, total]);
  });

  it('becomes the JSON number nearest to its text, short or long', () => {
    const texts = [
      '-0',
      '0',
      '-0.07',
      '1e30',
      '-1e21',
      '1e-30',
      '123456789012345',
      '9007199254740993.5',
      '0.1',
      '5e14',
    ];
    const digits = '7'.repeat(20);
    const cut = Array.from({ length: 400 }, (_, at) => `-${digits.slice(at % 20)}${at}.${digits.slice(at / 20)}`);
    for (const text of [...texts, ...cut]) expect(toNumber(text)).toBe(Number(text) + 0);
  });

  it('is exact to the minor unit just below 1e12', () => {
    expect(toNumber('999999999999.99')).toBe(999999999999.99);
    expect(sum(['0.1', '0.2', 0.3]).toString()).toBe('0.6');
  });
});
