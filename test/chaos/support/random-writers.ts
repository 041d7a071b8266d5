import { setTimeout as sleep } from 'node:timers/promises';

interface Answered {
  readonly status: number;
  readonly id: number | undefined;
}

const LINES = [{ description: 'Steel bars', quantity: 3, unit_price: 10 }];

/** Writers of one tenant's records that do anything at any time, each for itself; what is refused or unheard is nothing to them. */
export class RandomWriters {
  written = 0;
  private isOn = true;
  private readonly writing: Promise<unknown>;
  private readonly known: Record<string, number[]> = {};

  constructor(
    private readonly token: string,
    public address: string,
    writers: number,
  ) {
    this.writing = Promise.all(Array.from({ length: writers }, () => this.write()));
  }

  async end(): Promise<void> {
    this.isOn = false;
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.isOn) {
      if ((await this.anything()) < 300) this.written += 1;
      await sleep(Math.random() * 200);
    }
  }

  private async anything(): Promise<number> {
    const name = `Name ${Math.random()}`;
    const code = `C${Math.random().toString(36).slice(2, 10)}`;
    const verbs: (() => Promise<number>)[] = [
      () => this.create('vendors', { name }),
      () => this.change('vendors', 'PUT', '', { name }),
      () => this.change('vendors', 'POST', '/block', { reason: 'Late again' }),
      () => this.change('vendors', 'POST', '/unblock', {}),
      () => this.create('departments', { name, code }),
      () => this.change('departments', 'PUT', '', { name }),
      () => this.change('departments', 'DELETE', ''),
      () => this.create('projects', { name, code }),
      () => this.change('projects', 'DELETE', ''),
      () => this.create('purchase-orders', { vendor_id: this.some('vendors'), items: LINES }),
      () => this.create('purchase-orders', { vendor_id: this.some('vendors'), items: LINES }),
      () => this.change('purchase-orders', 'PUT', '', { notes: name }),
      () => this.change('purchase-orders', 'POST', '/items', LINES[0]),
      () => this.change('purchase-orders', 'DELETE', ''),
      () => this.change('purchase-orders', 'POST', '/submit'),
      () => this.change('purchase-orders', 'POST', '/cancel', { reason: name }),
    ];
    return (verbs[Math.floor(Math.random() * verbs.length)] as () => Promise<number>)();
  }

  private async create(list: string, body: object): Promise<number> {
    const { status, id } = await this.send('POST', list, body);
    if (id !== undefined) (this.known[list] ??= []).push(id);
    return status;
  }

  private async change(list: string, method: string, rest: string, body?: object): Promise<number> {
    const id = this.some(list);
    return id === undefined ? 404 : (await this.send(method, `${list}/${id}${rest}`, body)).status;
  }

  private some(list: string): number | undefined {
    const ids = this.known[list] ?? [];
    return ids[Math.floor(Math.random() * ids.length)];
  }

  private async send(method: string, path: string, body?: object): Promise<Answered> {
    try {
      const answer = await fetch(`${this.address}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      const { data } = (answer.status === 201 ? JSON.parse(text) : {}) as { data?: { id?: number } };
      return { status: answer.status, id: data?.id };
    } catch {
      return { status: 0, id: undefined };
    }
  }
}
