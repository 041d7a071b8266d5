import { withoutTypeParameters } from './accept';

describe('withoutTypeParameters', () => {
  it.each([
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json;charset="utf-8";q=0.5, text/csv ; header=present', 'application/json;q=0.5, text/csv'],
    ['application/json; Q=0; charset=utf-8, */*;q=0.1', 'application/json; Q=0, */*;q=0.1'],
    ['application/json; profile="a,b;q=0"; q=0.2, text/csv', 'application/json; q=0.2, text/csv'],
    ['application/json; profile="a\\"b", text/csv', 'application/json, text/csv'],
    ['application/json;, text/csv;;', 'application/json, text/csv'],
    ['application/json; quality=1', 'application/json'],
    ['application/json; profile="open, text/csv', 'application/json"open, text/csv'],
  ])('converts %s to %s', (accept, expected) => {
    expect(withoutTypeParameters(accept)).toBe(expected);
  });

  it('needs time proportional to the length of the header', () => {
    const long = `application/json${'; a="'.repeat(3000)}`;
    expect(withoutTypeParameters(long).length).toBeLessThan(long.length);
  });
});
