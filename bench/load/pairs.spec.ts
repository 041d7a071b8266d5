import { inPairs, ratio } from './pairs';

it('alternates the order of the subjects, and compares within each pair', async () => {
  const turns: string[] = [];
  const rising = (name: string, by: number) => {
    let rate = 0;
    return async (): Promise<number> => {
      turns.push(name);
      return Promise.resolve((rate += by));
    };
  };
  const rates = await inPairs({ service: rising('service', 8), bare: rising('bare', 10) }, 3);
  expect(turns).toEqual(['service', 'bare', 'bare', 'service', 'service', 'bare']);
  expect(rates).toEqual({ service: [8, 16, 24], bare: [10, 20, 30] });
  expect(ratio(rates.service, rates.bare, (rate) => rate)).toEqual({ median: 0.8, low: 0.8, high: 0.8 });
});

it('stops before the last pair once the figures are precise, after at least six pairs', async () => {
  const slices = async (isPrecise: (count: number) => boolean): Promise<number> => {
    const found = await inPairs({ service: () => Promise.resolve(1) }, 20, ({ service }) => isPrecise(service.length));
    return found.service.length;
  };
  expect(await slices(() => true)).toBe(6);
  expect(await slices((count) => count === 9)).toBe(9);
  expect(await slices(() => false)).toBe(20);
});
