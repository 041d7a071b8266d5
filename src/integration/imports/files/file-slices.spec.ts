import { FileSlices } from './file-slices';

/** Chunks of 64 KiB: 16 pieces each. */
async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let chunk = 0; chunk < count; chunk += 1) yield await Promise.resolve(Buffer.alloc(64 * 1024));
}

/** A clock that adds this CPU time per piece. */
function workOf(milliseconds: number): { cpuTime: () => number; work: () => void } {
  let now = 0;
  return { cpuTime: () => now, work: () => (now += milliseconds) };
}

describe('FileSlices', () => {
  it('yields to the event loop each time the work has taken 10 ms', async () => {
    const { cpuTime, work } = workOf(2.5);
    let turns = 0;
    let isDone = false;
    const others = (): void => {
      if (isDone) return;
      turns += 1;
      setImmediate(others);
    };
    setImmediate(others);
    let pieces = 0;
    for await (const piece of new FileSlices({ cpuTime }).pieces(chunks(5))) {
      expect(piece.length).toBeLessThanOrEqual(4096);
      pieces += 1;
      work();
    }
    isDone = true;
    expect(pieces).toBe(80);
    // 80 pieces of 2.5 ms are 20 slices.
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('does not yield before that time', async () => {
    let turns = 0;
    setImmediate(() => (turns += 1));
    for await (const piece of new FileSlices({ cpuTime: () => 0 }).pieces(chunks(5))) expect(piece).toHaveLength(4096);
    expect(turns).toBe(0);
  });

  it('stops work that takes more CPU time than allowed', async () => {
    const { cpuTime, work } = workOf(1);
    let pieces = 0;
    const reading = async (): Promise<void> => {
      for await (const piece of new FileSlices({ cpuTime, mostMilliseconds: 30 }).pieces(chunks(5))) {
        pieces += piece.length / 4096;
        work();
      }
    };
    await expect(reading()).rejects.toMatchObject({ key: 'imports.too_much_work' });
    expect(pieces).toBe(31);
  });

  it('stops the work once the signal is aborted', async () => {
    const gone = new AbortController();
    let pieces = 0;
    const reading = async (): Promise<void> => {
      for await (const piece of new FileSlices({ signal: gone.signal }).pieces(chunks(5))) {
        pieces += piece.length / 4096;
        if (pieces === 3) gone.abort(new Error('disconnected'));
      }
    };
    await expect(reading()).rejects.toThrow('disconnected');
    expect(pieces).toBe(3);
  });
});
