import { pairedRates } from './rates';

it('goes there and back, and compares within each round', async () => {
  const turns: string[] = [];
  const rising = (name: string, by: number) => {
    let rate = 0;
    return async (): Promise<number> => {
      turns.push(name);
      return Promise.resolve((rate += by));
    };
  };
  const { rates, rate, ratio } = await pairedRates({ service: rising('service', 8), bare: rising('bare', 10) }, 3);
  expect(turns).toEqual(['service', 'bare', 'bare', 'service', 'service', 'bare']);
  expect(rates).toEqual({ service: [8, 16, 24], bare: [10, 20, 30] });
  expect(rate('bare')).toBe(20);
  expect(ratio('service', 'bare')).toEqual({ median: 0.8, low: 0.8, high: 0.8 });
});
