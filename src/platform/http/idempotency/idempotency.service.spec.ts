import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from './idempotency.service';
import { awaitedLater } from '../../../../test/support/awaited-later';

describe('turns', () => {
  it('run work with the same name sequentially and in order, even after failures', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const visit = (name: string, who: string) =>
      turns.take(name, 60_000, async () => {
        seen.push(`${who} in`);
        await sleep(5);
        seen.push(`${who} out`);
        if (who === 'b') throw new Error('b fell');
        return who;
      });
    const outcomes = await Promise.allSettled([visit('x', 'a'), visit('x', 'b'), visit('x', 'c')]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('do not delay work with another name', async () => {
    const turns = new Turns();
    let open = (): void => undefined;
    const held = awaitedLater(turns.take('x', 0, () => new Promise<string>((resolve) => (open = () => resolve('x')))));
    await expect(turns.take('y', 0, () => Promise.resolve('y'))).resolves.toBe('y');
    open();
    await expect(held).resolves.toBe('x');
  });

  it('return busy each time the wait limit ends, and the next work still gets its turn', async () => {
    const turns = new Turns();
    let open = (): void => undefined;
    const held = awaitedLater(
      turns.take('x', 0, () => new Promise<string>((resolve) => (open = () => resolve('held')))),
    );
    let entered = false;
    const enter = (): Promise<string> => {
      entered = true;
      return Promise.resolve('in');
    };
    await expect(turns.take('x', 10, enter)).resolves.toBe('busy');
    await expect(turns.take('x', 10, enter)).resolves.toBe('busy');
    expect(entered).toBe(false);
    open();
    await held;
    await expect(turns.take('x', 10, enter)).resolves.toBe('in');
  });
});
