import { TimeBudget } from './time-budget';

describe('the database time of a request', () => {
  let now = 0;
  const work = (budget: TimeBudget): (() => Promise<void>) => {
    let end: () => void = () => undefined;
    const done = budget.spend(() => new Promise<void>((resolve) => (end = resolve)));
    return () => {
      end();
      return done;
    };
  };

  it('counts only while work runs', async () => {
    const budget = new TimeBudget(100, () => now);
    now += 1_000;
    expect(budget.remaining).toBe(100);
    const end = work(budget);
    now += 30;
    expect(budget.remaining).toBe(70);
    await end();
    now += 1_000;
    expect(budget.remaining).toBe(70);
  });

  it('counts concurrent work once', async () => {
    const budget = new TimeBudget(100, () => now);
    const first = work(budget);
    now += 10;
    const second = work(budget);
    now += 10;
    await first();
    now += 10;
    await second();
    now += 10;
    expect(budget.remaining).toBe(70);
  });

  it('counts failed work, and is negative after it is used up', async () => {
    const budget = new TimeBudget(100, () => now);
    const failing = budget.spend(() => {
      now += 150;
      return Promise.reject(new Error('failed'));
    });
    await expect(failing).rejects.toThrow('failed');
    expect(budget.remaining).toBe(-50);
  });
});
