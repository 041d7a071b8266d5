import { Slices } from './slices';

describe('slices of long work', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [0, false],
    [9.9, false],
    [10, true],
  ])('after %d ms of work a slice is over: %s', (worked, expected) => {
    const slices = new Slices();
    now += worked;
    expect(slices.isOver).toBe(expected);
  });

  it('permits other work in a pause, and begins the next slice after it', async () => {
    const slices = new Slices();
    now = 10;
    setImmediate(() => (now = 50));
    await slices.pause();
    now = 59;
    expect(slices.isOver).toBe(false);
    now = 60;
    expect(slices.isOver).toBe(true);
  });

  it('divides the work on items: other work runs after each slow one', async () => {
    let others = 0;
    const seen: [item: string, others: number][] = [];
    for await (const item of new Slices().divide(['slow', 'quick', 'slow', 'last'])) {
      seen.push([item, others]);
      setImmediate(() => (others += 1));
      if (item === 'slow') now += 10;
    }
    expect(seen).toEqual([
      ['slow', 0],
      ['quick', 1],
      ['slow', 1],
      ['last', 3],
    ]);
  });
});
