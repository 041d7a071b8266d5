import type { Worker } from 'node:cluster';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PortClosings } from './shared-port';

interface Sent {
  readonly answers: number;
  readonly isLast: boolean;
}

describe('workers that close their shared port', () => {
  let listening: Set<number>;
  let ports: PortClosings;
  let answered: [worker: number, answer: Sent][];

  const workerOf = (id: number, isConnected = true): Worker => {
    const send = (answer: Sent): boolean => answered.push([id, answer]) > 0;
    return { id, isConnected: () => isConnected, send } as unknown as Worker;
  };
  const [first, second, third] = [workerOf(1), workerOf(2), workerOf(3)] as const;
  const ask = (worker: Worker, asks: string, id: number): void =>
    ports.message(worker, { type: 'procurement:port', asks, id });
  const allowed = (): [number, boolean][] => answered.map(([worker, { isLast }]) => [worker, isLast]);

  beforeEach(() => {
    listening = new Set([1, 2, 3]);
    ports = new PortClosings(listening);
    answered = [];
  });

  it('take turns in the order of their requests', () => {
    ask(second, 'claim', 1);
    ask(first, 'claim', 1);
    expect(allowed()).toEqual([[2, false]]);
    ask(second, 'release', 2);
    expect(allowed().slice(2)).toEqual([[1, false]]);
    expect([...listening]).toEqual([1, 3]);
  });

  it('are notified that they are the last to listen', () => {
    ask(first, 'claim', 1);
    ask(first, 'release', 2);
    ports.ended(third);
    ask(second, 'claim', 1);
    expect(allowed().at(-1)).toEqual([2, true]);
  });

  it('do not wait for one that ended while it closed its port', () => {
    ask(first, 'claim', 1);
    ask(second, 'claim', 1);
    ports.ended(first);
    expect(allowed()).toEqual([
      [1, false],
      [2, false],
    ]);
  });

  it('do not wait for one that ended while it waited', () => {
    ask(first, 'claim', 1);
    ask(workerOf(3, false), 'claim', 1);
    ask(second, 'claim', 1);
    ask(first, 'release', 2);
    expect(allowed().at(-1)).toEqual([2, true]);
  });

  it('get an answer to a turn after the primary has polled for connections', async () => {
    ask(first, 'turn', 7);
    await nextTurn();
    expect(answered).toEqual([]);
    await nextTurn();
    await nextTurn();
    expect(answered).toEqual([[1, { type: 'procurement:port', answers: 7, isLast: false }]]);
  });

  it('ignore other messages', () => {
    ports.message(first, 'procurement:serving');
    ports.message(first, { type: 'procurement:metrics', id: 1 });
    expect(answered).toEqual([]);
  });
});
