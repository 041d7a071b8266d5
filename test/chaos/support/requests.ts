import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from './figures';

/** Creates vendors concurrently, for each tenant in turn. Returns the statuses, with 0 for no response. */
export function createVendors(address: string, tokens: readonly string[], count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => createVendor(address, tokens[index % tokens.length])));
}

let names = 0;

async function createVendor(address: string, token: string | undefined): Promise<number> {
  names += 1;
  try {
    const answer = await fetch(`${address}/v1/vendors`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Vendor ${names}` }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Maximum number of unanswered requests of a stream. Without it, a busy machine would get more requests than it answers. */
const MOST_OPEN = scaled(200, 20);

/** Sends requests at a constant rate to the current address of the service. */
export class RequestStream {
  answered = 0;
  failed = 0;
  private isOn = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly tokens: readonly string[],
    public address: string,
  ) {}

  begin(perSecond: number): void {
    this.isOn = true;
    this.running = this.run(1000 / perSecond);
  }

  async end(): Promise<void> {
    this.isOn = false;
    await this.running;
  }

  private async run(pause: number): Promise<void> {
    const open = new Set<Promise<void>>();
    for (let count = 0; this.isOn; count += 1) {
      const request = this.once(this.tokens[count % this.tokens.length]);
      open.add(request);
      void request.finally(() => open.delete(request));
      await sleep(pause);
      while (open.size >= MOST_OPEN) await Promise.race(open);
    }
    await Promise.all(open);
  }

  private async once(token: string | undefined): Promise<void> {
    if ((await createVendor(this.address, token)) === 201) this.answered += 1;
    else this.failed += 1;
  }
}
