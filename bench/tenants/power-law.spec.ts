import { FULL, installation, ordersOf, population } from './power-law';
import { tenantsOf } from '../scale';

describe('sizes of tenants', () => {
  it('follow a power law: the largest has half a per cent of all orders or more, the median three', () => {
    const all = population(FULL);
    const sum = all.reduce((total, { orders }) => total + orders, 0);
    expect(all[0]?.orders).toBe(50_000);
    expect(all[FULL / 2]?.orders).toBe(3);
    expect(all[FULL - 1]?.orders).toBe(2);
    expect(sum).toBeGreaterThan(1_000_000);
    expect(sum).toBeLessThan(1_200_000);
  });

  it('are those of the whole, thinned out, in a smaller installation', () => {
    expect([ordersOf(1, 1_000), ordersOf(500, 1_000), ordersOf(1_000, 1_000)]).toEqual([
      50_000,
      ordersOf(49_950, FULL),
      ordersOf(FULL, FULL),
    ]);
  });

  it('are seeded once each', () => {
    const slugs = tenantsOf(installation(100)).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(100);
    expect(() => installation(9)).toThrow('from 10');
  });
});
