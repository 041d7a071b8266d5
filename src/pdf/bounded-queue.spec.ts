import { BoundedQueue, QueueFullError } from './bounded-queue';

/** A signal that never aborts. */
const never = (): AbortSignal => new AbortController().signal;

/** Work that ends when it is told to. */
function held(): { work: () => Promise<string>; started: () => boolean; finish: (answer?: string) => void } {
  let begun = false;
  let finish: (answer?: string) => void = () => undefined;
  const done = new Promise<string>((resolve) => (finish = (answer = 'done') => resolve(answer)));
  return {
    work: () => {
      begun = true;
      return done;
    },
    started: () => begun,
    finish,
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('BoundedQueue', () => {
  it('runs as many as it may, lets the next wait and refuses one more at once', async () => {
    const queue = new BoundedQueue(2, 1);
    const [a, b, c, d] = [held(), held(), held(), held()];
    const running = [a, b, c].map(({ work }) => queue.run(work, never()));
    await settle();
    expect([a, b, c].map(({ started }) => started())).toEqual([true, true, false]);
    await expect(queue.run(d.work, never())).rejects.toBeInstanceOf(QueueFullError);
    a.finish();
    await settle();
    expect(c.started()).toBe(true);
    b.finish();
    c.finish('third');
    await expect(Promise.all(running)).resolves.toEqual(['done', 'done', 'third']);
    expect(d.started()).toBe(false);
  });

  it('serves in the order of arrival', async () => {
    const queue = new BoundedQueue(1, 3);
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((n) => queue.run(() => Promise.resolve(order.push(n)), never())));
    expect(order).toEqual([1, 2, 3]);
  });

  it('frees the place of work that fails', async () => {
    const queue = new BoundedQueue(1, 0);
    await expect(queue.run(() => Promise.reject(new Error('broken')), never())).rejects.toThrow('broken');
    await expect(queue.run(() => Promise.resolve('next'), never())).resolves.toBe('next');
  });

  it('frees the place in the queue of one that gives up, and nobody else', async () => {
    const queue = new BoundedQueue(1, 1);
    const [a, b, c] = [held(), held(), held()];
    const first = queue.run(a.work, never());
    const impatient = new AbortController();
    const second = queue.run(b.work, impatient.signal);
    impatient.abort(new Error('too long'));
    await expect(second).rejects.toThrow('too long');
    const third = queue.run(c.work, never());
    a.finish();
    c.finish('third');
    await expect(Promise.all([first, third])).resolves.toEqual(['done', 'third']);
    expect(b.started()).toBe(false);
  });

  it('keeps its places in step over many rounds', async () => {
    const queue = new BoundedQueue(3, 100);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await settle();
      running--;
    };
    await Promise.all(Array.from({ length: 100 }, () => queue.run(work, never())));
    expect(most).toBe(3);
    expect(running).toBe(0);
  });
});
