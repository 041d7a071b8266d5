import { follow, Patience, type AskForChanges, type ChangeEntry, type FollowOptions } from './changes.js';
import { CursorExpiredError, NotFoundError, requireOption } from './errors.js';

/** How the records of one kind are read. */
export interface MirroredResource<Stored> {
  /** One record; one that is gone is refused with 404. `id` is null of what there is one of (settings). */
  get(id: number | null): Promise<Stored>;
  /** All of them, by their ids; null of what there is one of. */
  all(): AsyncIterable<readonly [id: number | null, record: Stored]>;
}

/** Where a mirror keeps what it knows. Do what `commit` is handed in one transaction, where your store has them. */
export interface MirrorStore<Stored> {
  /** The cursor that was kept last; undefined of a mirror that is new. */
  cursor(): Promise<string | undefined>;
  /** Keeps records, drops those that are gone (`undefined`), and keeps the cursor. */
  commit(writes: readonly MirrorWrite<Stored>[], cursor: string): Promise<void>;
  /** Replaces all there is by these records, and keeps the cursor. */
  replace(records: AsyncIterable<MirrorWrite<Stored>>, cursor: string): Promise<void>;
}

export interface MirrorWrite<Stored> {
  readonly type: string;
  readonly id: number | null;
  /** undefined: it is gone. */
  readonly record: Stored | undefined;
}

export interface MirrorOptions<Stored> extends Omit<FollowOptions, 'after'> {
  readonly ask: AskForChanges<ChangeEntry>;
  /** The kinds of records to keep, by their names in the feed: `purchase_order`, `vendor`, ... Others are left out. */
  readonly resources: Readonly<Record<string, MirroredResource<Stored>>>;
  readonly store: MirrorStore<Stored>;
  /** Told after each part that was kept. */
  readonly onKept?: (cursor: string, changes: readonly ChangeEntry[]) => void;
}

/**
 * Keeps a copy of records in step, until the signal ends it: takes all of them when it is new or was away for more than 30 days, then
 * reads each record that the feed names. It may be stopped or killed at any time; it goes on from the cursor that it kept, and reads what it
 * had not finished once more.
 * @throws what the service refuses for good: a token that is not valid any more, say
 */
export async function mirror<Stored>(options: MirrorOptions<Stored>): Promise<void> {
  for (const name of ['ask', 'store', 'resources'] as const)
    requireOption('mirror', name, (options as typeof options | undefined)?.[name]);
  const { store, signal = new AbortController().signal } = options;
  const patience = new Patience(signal, options.firstPause);
  let isTooOld = false;
  while (!signal.aborted) {
    await patience.through(async () => {
      try {
        const kept = isTooOld ? undefined : await store.cursor();
        const after = kept ?? (await takeAll(options, signal));
        isTooOld = false;
        await keepUp(options, after, signal, patience);
      } catch (error) {
        if (!(error instanceof CursorExpiredError)) throw error;
        isTooOld = true;
      }
    });
  }
}

async function keepUp<Stored>(
  options: MirrorOptions<Stored>,
  after: string,
  signal: AbortSignal,
  patience: Patience,
): Promise<void> {
  const { ask, store } = options;
  for await (const { changes, cursor } of follow(ask, { ...options, after, signal })) {
    await store.commit(await readChanged(options, changes), cursor);
    patience.recovered();
    options.onKept?.(cursor, changes);
  }
}

/** The cursor is taken first: what changes while all is read is told once more afterwards, and not missed. */
async function takeAll<Stored>({ ask, resources, store }: MirrorOptions<Stored>, signal: AbortSignal): Promise<string> {
  const first = await ask({ after: 'now', limit: 1, wait: 0 }, signal);
  const cursor = first.data.meta.next_cursor;
  await store.replace(everything(resources), cursor);
  return cursor;
}

async function* everything<Stored>(
  resources: MirrorOptions<Stored>['resources'],
): AsyncGenerator<MirrorWrite<Stored>, void, undefined> {
  for (const [type, resource] of Object.entries(resources)) {
    for await (const [id, record] of resource.all()) yield { type, id, record };
  }
}

/** The records that the changes name, each once, as they are now. */
async function readChanged<Stored>(
  { resources }: MirrorOptions<Stored>,
  changes: readonly ChangeEntry[],
): Promise<MirrorWrite<Stored>[]> {
  const named = new Map(changes.map(({ resource: { type, id } }) => [`${type} ${id}`, { type, id }]));
  const writes: MirrorWrite<Stored>[] = [];
  for (const { type, id } of named.values()) {
    const resource = resources[type];
    if (resource) writes.push({ type, id, record: await orGone(resource.get(id)) });
  }
  return writes;
}

async function orGone<Stored>(record: Promise<Stored>): Promise<Stored | undefined> {
  try {
    return await record;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** A store in memory: for trying it, and for what is read anew at each start. */
export class MemoryStore<Stored> implements MirrorStore<Stored> {
  private readonly kept = new Map<string, Stored>();
  private at: string | undefined;

  /** @returns the records of a kind, by id */
  records(type: string): ReadonlyMap<string, Stored> {
    const start = `${type} `;
    const own = [...this.kept].filter(([key]) => key.startsWith(start));
    return new Map(own.map(([key, record]) => [key.slice(start.length), record]));
  }

  cursor(): Promise<string | undefined> {
    return Promise.resolve(this.at);
  }

  commit(writes: readonly MirrorWrite<Stored>[], cursor: string): Promise<void> {
    for (const { type, id, record } of writes) {
      if (record === undefined) this.kept.delete(`${type} ${id}`);
      else this.kept.set(`${type} ${id}`, record);
    }
    this.at = cursor;
    return Promise.resolve();
  }

  async replace(records: AsyncIterable<MirrorWrite<Stored>>, cursor: string): Promise<void> {
    const all: MirrorWrite<Stored>[] = [];
    for await (const write of records) all.push(write);
    this.kept.clear();
    await this.commit(all, cursor);
  }
}
