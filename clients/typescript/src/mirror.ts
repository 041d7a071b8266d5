import { follow, Patience, type AskForChanges, type ChangeEntry, type FollowOptions } from './changes.js';
import { CursorExpiredError, NotFoundError, requireOption } from './errors.js';

/** Reads the records of one kind. */
export interface MirroredResource<Stored> {
  /** A single record; a deleted one gets 404. `id` is null for singletons (settings). */
  get(id: number | null): Promise<Stored>;
  /** All records with their ids; null for singletons. */
  all(): AsyncIterable<readonly [id: number | null, record: Stored]>;
}

/** Stores a copy. Apply the arguments of `commit` in one transaction if your store supports it. */
export interface MirrorStore<Stored> {
  /** The saved cursor; undefined for a new copy. */
  cursor(): Promise<string | undefined>;
  /** Saves records, deletes those with `undefined`, and saves the cursor. */
  commit(writes: readonly MirrorWrite<Stored>[], cursor: string): Promise<void>;
  /** Replaces all records, and saves the cursor. */
  replace(records: AsyncIterable<MirrorWrite<Stored>>, cursor: string): Promise<void>;
}

export interface MirrorWrite<Stored> {
  readonly type: string;
  readonly id: number | null;
  /** undefined: the record was deleted. */
  readonly record: Stored | undefined;
}

export interface MirrorOptions<Stored> extends Omit<FollowOptions, 'after'> {
  readonly ask: AskForChanges<ChangeEntry>;
  /** The kinds of records to copy, by their names in the feed: `purchase_order`, `vendor`, ... Others are ignored. */
  readonly resources: Readonly<Record<string, MirroredResource<Stored>>>;
  readonly store: MirrorStore<Stored>;
  /** Called after each saved part. */
  readonly onKept?: (cursor: string, changes: readonly ChangeEntry[]) => void;
}

/**
 * Keeps a copy of records up to date until the signal is aborted. Reads all records if the copy is new or older than 30
 * days, then each changed record. May be killed at any time: it resumes from the saved cursor, and repeats unfinished
 * work.
 * @throws permanent errors of the service, such as an invalid token
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

/** The cursor is read first, so that concurrent changes are repeated afterwards, and never missed. */
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

/** Reads each changed record once, in its current state. */
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

/** A store in memory, for trials and for data that is read again at each start. */
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
