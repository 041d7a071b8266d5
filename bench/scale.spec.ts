import { enlarged, powerLaw, SCALES, tenantsOf } from './scale';

describe('tenants whose sizes follow a power law', () => {
  it('have 50,000 orders in the largest, and fewer with each rank down to two', () => {
    const { large, middle, small } = powerLaw(SCALES.quick, 20_000);
    expect([large.orders, middle.orders, small.orders]).toEqual([50_000, 13, 7]);
    expect(powerLaw(SCALES.quick, 100_000).small.orders).toBe(2);
  });

  it('are each seeded once', () => {
    const slugs = tenantsOf(powerLaw(SCALES.quick, 100)).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(100);
    expect(() => powerLaw(SCALES.quick, 9)).toThrow('from 10');
  });
});

describe('a scale with another number of orders', () => {
  it('changes only the largest tenant and the name', () => {
    const { full } = SCALES;
    const { large, name, ...others } = enlarged(full, 5_000_000);
    expect(large).toEqual({ ...full.large, orders: 5_000_000, vendors: 100_000 });
    expect(name).toBe('full, 5000000 orders');
    expect({ ...others, large: full.large, name: full.name }).toEqual(full);
    expect(() => enlarged(full, 999)).toThrow('from 1000');
  });
});
