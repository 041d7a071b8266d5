import { ApiError, ConnectionError, requireOption } from './errors.js';

/** What the feed of changes says of one, as far as a copy needs it. */
export interface ChangeEntry {
  readonly id: string;
  readonly event: string;
  readonly resource: { readonly type: string; readonly id: number | null; readonly version: number | null };
}

/** What `GET /changes` answers in both forms. */
export interface ChangesAnswer<Change extends ChangeEntry> {
  readonly data: readonly Change[];
  readonly meta: { readonly next_cursor: string; readonly has_more: boolean };
}

/** What to put into the query of the operation. */
export interface ChangesQuery {
  readonly after: string;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
}

/** Asks for the next part: `(query, signal) => api.changes.list({ query, signal })`. */
export type AskForChanges<Change extends ChangeEntry> = (
  query: ChangesQuery,
  signal: AbortSignal,
) => Promise<{ readonly data: ChangesAnswer<Change> }>;

/** Changes in their order, and the cursor to keep when they have been dealt with. */
export interface ChangesPart<Change extends ChangeEntry> {
  readonly changes: readonly Change[];
  readonly cursor: string;
}

export interface FollowOptions {
  /** The cursor that you kept; left out, the oldest change there is; `now`, only what comes. */
  readonly after?: string;
  /** Most changes of a part. Default 500. */
  readonly limit?: number;
  /** Seconds that a request waits for the next change. Default 20: less than an attempt may take (`retry.timeout`). */
  readonly wait?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Milliseconds between attempts while the service is away. Default 1,000, doubled up to 30,000. */
  readonly firstPause?: number;
}

/** What passes by itself: no answer, a limit, an outage. */
const PASSING = new Set([429, 500, 502, 503, 504]);
const LONGEST_PAUSE = 30_000;
/** Milliseconds. */
const IDLE_PAUSE = 1_000;

/**
 * All changes after a cursor, and those to come, part by part, for as long as you iterate. Keep the cursor of a part once you have dealt with
 * it: whoever goes on from there misses nothing, and is told again what he had not finished. While the service is away it is asked again and again.
 * @throws CursorExpiredError when changes after the cursor are gone: take everything anew; whatever else the service refuses
 */
export async function* follow<Change extends ChangeEntry>(
  ask: AskForChanges<Change>,
  options: FollowOptions = {},
): AsyncGenerator<ChangesPart<Change>, void, undefined> {
  requireOption('follow', 'ask', ask);
  const { limit = 500, wait = 20, signal = new AbortController().signal } = options;
  const patience = new Patience(signal, options.firstPause);
  for (let after = options.after ?? ''; !signal.aborted;) {
    const asked = Date.now();
    const answer = await patience.through(() => ask({ after, limit, wait }, signal));
    if (!answer) continue;
    const { data: changes, meta } = answer.data;
    after = meta.next_cursor;
    yield { changes, cursor: after };
    // A service that is about to stop answers at once, and so does one that was told not to wait.
    if (isIdle(answer.data) && Date.now() - asked < IDLE_PAUSE) await pause(IDLE_PAUSE, signal);
  }
}

const isIdle = ({ data, meta }: ChangesAnswer<ChangeEntry>): boolean => data.length === 0 && !meta.has_more;

/** Waits out what passes by itself, longer each time. */
export class Patience {
  private failures = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly firstPause = 1_000,
  ) {}

  /** The service is there: the next pause is the first one again. */
  recovered(): void {
    this.failures = 0;
  }

  /**
   * Does it once.
   * @returns undefined when it failed with what passes, after a pause, or when the signal has ended all
   * @throws whatever does not pass
   */
  async through<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await work();
      this.recovered();
      return done;
    } catch (error) {
      if (this.signal.aborted) return undefined;
      if (!passes(error)) throw error;
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
      const own = Math.min(this.firstPause * 2 ** this.failures, LONGEST_PAUSE);
      this.failures += 1;
      await pause(Math.max(asked, own), this.signal);
      return undefined;
    }
  }
}

function passes(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && PASSING.has(error.status));
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
