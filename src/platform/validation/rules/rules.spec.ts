import * as rules from './rules';

describe('a text of at most 50 characters', () => {
  it.each([
    ['50 letters', 'x'.repeat(50), true],
    ['51 letters', 'x'.repeat(51), false],
    ['50 characters of two code units', '😀'.repeat(50), true],
    ['51 characters of two code units', '😀'.repeat(51), false],
    ['one of two code units and 49 letters', `😀${'x'.repeat(49)}`, true],
    ['one of two code units and 50 letters', `😀${'x'.repeat(50)}`, false],
    ['101 letters', 'x'.repeat(101), false],
  ])('is measured in code points: %s', (_, value, isAccepted) => {
    const message = { key: 'validation.max_length', params: { max: 50 } };
    expect(rules.text(50)(value)).toEqual(isAccepted ? undefined : message);
  });

  it('is not read if its length alone exceeds the limit', () => {
    const read = jest.spyOn(String.prototype, 'charCodeAt');
    rules.text(50)('x'.repeat(19_999));
    expect(read).not.toHaveBeenCalled();
    rules.text(50)('x'.repeat(60));
    expect(read).toHaveBeenCalledTimes(60);
    jest.restoreAllMocks();
  });
});

describe('a decimal number', () => {
  const quantity = rules.decimalNumber({ greaterThan: 0, max: 9999999.9999, decimals: 4 });

  it.each([0.0001, 1e-4, 12, 12.5, 100, 9999999.9999])('with at most four decimals may be %d', (value) => {
    expect(quantity(value)).toBeUndefined();
  });

  it.each([
    [0.00001, 'validation.decimals'],
    [1e-7, 'validation.decimals'],
    [1.5e-10, 'validation.decimals'],
    [12.34567, 'validation.decimals'],
    [0, 'validation.greater_than'],
    [-0, 'validation.greater_than'],
    [-1.5, 'validation.greater_than'],
    [10000000, 'validation.max'],
    [1e21, 'validation.max'],
    [NaN, 'validation.number'],
    ['1', 'validation.number'],
  ])('greater than 0 with at most four decimals must not be %p', (value, key) => {
    expect(quantity(value)).toMatchObject({ key });
  });
});
