import { setTimeout as sleep } from 'node:timers/promises';
import { Hand, oneOf, type Shared } from './hand';
import { FIRST, TURNS } from './turns';
import type { Verb } from './verb';

/** Writers that change one tenant's records at random, independently. They ignore rejected and unanswered requests. */
export class RandomWriters implements Shared {
  /** Number of successful changes by name. */
  readonly done = new Map<string, number>();
  readonly faults: string[] = [];
  private isOn = true;
  private readonly writing: Promise<unknown>;
  private readonly known = new Map<string, number[]>();

  /** @param tokens one for each writer */
  constructor(
    tokens: readonly string[],
    public address: string,
  ) {
    const hands = tokens.map((token) => new Hand(this, token));
    this.writing = this.begin(hands[0]).then(() => Promise.all(hands.map((hand) => this.write(hand))));
  }

  get written(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, 0);
  }

  async end(): Promise<void> {
    this.isOn = false;
    await this.writing;
  }

  some(list: string): number | undefined {
    return oneOf(this.known.get(list) ?? []);
  }

  know(list: string, id: number): void {
    this.known.set(list, [...(this.known.get(list) ?? []), id]);
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  /** Creates a record of every kind first. */
  private async begin(hand: Hand | undefined): Promise<void> {
    const all = Object.assign({}, ...TURNS) as Record<string, Verb>;
    for (const name of FIRST) {
      while (hand && this.isOn && !(await this.once(hand, name, all[name]))) await sleep(100);
    }
  }

  private async write(hand: Hand): Promise<void> {
    while (this.isOn) {
      const [name, verb] = oneOf(Object.entries(oneOf(TURNS) ?? {})) ?? [];
      await this.once(hand, name, verb);
      await sleep(Math.random() * 100);
    }
  }

  private async once(hand: Hand, name = '', verb?: Verb): Promise<boolean> {
    const status = (await verb?.(hand)) ?? 0;
    const isDone = status >= 200 && status < 300;
    if (isDone) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    return isDone;
  }
}
