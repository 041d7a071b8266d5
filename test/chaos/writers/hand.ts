import type { Loose } from '../../support/client';

/** Response of the service. Status 0 means no response. */
export interface Answered {
  readonly status: number;
  readonly data: Loose;
}

/** State that the writers of a tenant share. */
export interface Shared {
  /** Current address of the service. */
  readonly address: string;
  /** Id of a random record that a writer has created, by list path. */
  some(list: string): number | undefined;
  /** Adds a created record, so that other writers may change it. */
  know(list: string, id: number): void;
  /** Records a response 500. */
  fault(what: string): void;
}

/** Sends the requests of one writer. */
export class Hand {
  constructor(
    private readonly shared: Shared,
    private readonly token: string,
  ) {}

  some(list: string): number | undefined {
    return this.shared.some(list);
  }

  async create(list: string, body: object, at = list): Promise<Answered> {
    const answered = await this.send('POST', at, body);
    if (answered.status === 201) this.shared.know(list, answered.data?.id as number);
    return answered;
  }

  /** Changes a random record of a list. */
  async change(list: string, method: string, rest: string, body?: object): Promise<number> {
    const id = this.some(list);
    return id === undefined ? 0 : (await this.send(method, `${list}/${id}${rest}`, body)).status;
  }

  /** Changes a random record of a list, based on its `GET` response. */
  async changeRead(list: string, change: (record: Loose, path: string) => Promise<number>): Promise<number> {
    const id = this.some(list);
    const path = `${list}/${id}`;
    const { data } = id === undefined ? { data: undefined } : await this.send('GET', path);
    return data ? change(data, path) : 0;
  }

  async send(method: string, path: string, body?: object): Promise<Answered> {
    try {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${this.shared.address}/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      if (answer.status === 500) this.shared.fault(`${method} ${path}: ${text}`);
      const read = answer.ok && text !== '' ? (JSON.parse(text) as { readonly data?: Loose }) : {};
      return { status: answer.status, data: read.data };
    } catch {
      return { status: 0, data: undefined };
    }
  }
}

/** Returns a random element, or undefined for an empty list. */
export function oneOf<T>(all: readonly T[]): T | undefined {
  return all[Math.floor(Math.random() * all.length)];
}
