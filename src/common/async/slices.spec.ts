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
});
