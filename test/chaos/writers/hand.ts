import type { Loose } from '../../support/client';

/** What the service answered; status 0 where nothing was heard of it. */
export interface Answered {
  readonly status: number;
  readonly data: Loose;
}

/** What the writers of a tenant know together. */
export interface Shared {
  /** Where the service is now. */
  readonly address: string;
  /** A record that any of them has made, by the path of its list. */
  some(list: string): number | undefined;
  /** It was made: the others may take it up. */
  know(list: string, id: number): void;
  /** An answer that is a fault of the service, whatever it was asked. */
  fault(what: string): void;
}

/** One writer, as its verbs use it. */
export class Hand {
  constructor(
    private readonly shared: Shared,
    private readonly token: string,
  ) {}

  some(list: string): number | undefined {
    return this.shared.some(list);
  }

  /** Makes a record. */
  async create(list: string, body: object, at = list): Promise<Answered> {
    const answered = await this.send('POST', at, body);
    if (answered.status === 201) this.shared.know(list, answered.data?.id as number);
    return answered;
  }

  /** Does something to any of the records of a list. */
  async change(list: string, method: string, rest: string, body?: object): Promise<number> {
    const id = this.some(list);
    return id === undefined ? 0 : (await this.send(method, `${list}/${id}${rest}`, body)).status;
  }

  /** Does something to any of the records of a list, by what `GET` shows of it. */
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

/** Any of several; undefined of none. */
export function oneOf<T>(all: readonly T[]): T | undefined {
  return all[Math.floor(Math.random() * all.length)];
}
