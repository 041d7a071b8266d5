import { ApiError, ConnectionError, requireOption } from './errors.js';

/** The part of a change that a copy needs. */
export interface ChangeEntry {
  readonly id: string;
  readonly event: string;
  readonly resource: { readonly type: string; readonly id: number | null; readonly version: number | null };
}

/** Response of `GET /changes` in both forms. */
export interface ChangesAnswer<Change extends ChangeEntry> {
  readonly data: readonly Change[];
  readonly meta: { readonly next_cursor: string; readonly has_more: boolean };
}

/** Query parameters of the operation. */
export interface ChangesQuery {
  readonly after: string;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
}

/** Requests the next part: `(query, signal) => api.changes.list({ query, signal })`. */
export type AskForChanges<Change extends ChangeEntry> = (
  query: ChangesQuery,
  signal: AbortSignal,
) => Promise<{ readonly data: ChangesAnswer<Change> }>;

/** Changes in order, and the cursor to save after you have processed them. */
export interface ChangesPart<Change extends ChangeEntry> {
  readonly changes: readonly Change[];
  readonly cursor: string;
}

export interface FollowOptions {
  /** Your saved cursor. Default: the oldest change; `now`: only new changes. */
  readonly after?: string;
  /** Maximum changes per part. Default 500. */
  readonly limit?: number;
  /** Seconds that a request waits for the next change. Default 20; must be less than `retry.timeout`. */
  readonly wait?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Milliseconds between attempts while the service is unavailable. Default 1,000, doubled up to 30,000. */
  readonly firstPause?: number;
}

/** Temporary failures: no response, a limit, an outage. */
const PASSING = new Set([429, 500, 502, 503, 504]);
const LONGEST_PAUSE = 30_000;
/** Milliseconds. */
const IDLE_PAUSE = 1_000;

/**
 * Yields all changes after a cursor, and new ones as they happen, in parts. Save the cursor of a part after you have
 * processed it: if you resume from there, you miss no change and get unprocessed ones again. Retries while the service
 * is unavailable.
 * @throws CursorExpiredError if changes after the cursor were deleted: read everything again; other errors of the
 * service
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
    // A service that is stopping responds immediately, and so does one with `wait: 0`.
    if (isIdle(answer.data) && Date.now() - asked < IDLE_PAUSE) await pause(IDLE_PAUSE, signal);
  }
}

const isIdle = ({ data, meta }: ChangesAnswer<ChangeEntry>): boolean => data.length === 0 && !meta.has_more;

/** Waits during temporary failures, longer each time. */
export class Patience {
  private failures = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly firstPause = 1_000,
  ) {}

  /** Resets the pause after a success. */
  recovered(): void {
    this.failures = 0;
  }

  /** @returns undefined after a temporary failure and a pause, or if the signal is aborted. @throws other errors */
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
