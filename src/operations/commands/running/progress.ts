import { setTimeout as sleep } from 'node:timers/promises';

export interface Place {
  /** Completed units, and their total if known. */
  readonly done: number;
  readonly total?: number | undefined;
  /** For example `tenants` or `rows`. */
  readonly unit: string;
}

/** Options of commands: `json` for all, `quiet` for those with progress. */
export interface Shown {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Standard error. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 24;
/** Milliseconds between two updates on a terminal, and between two lines elsewhere. */
const EVERY = { terminal: 100, elsewhere: 10_000 };

/** Updates one line on a terminal, prints a line every ten seconds elsewhere, nothing with `--json` or `--quiet`. */
export class Progress {
  private readonly begun: number;
  private shownAt: number;
  private first: number | undefined;

  constructor(
    private readonly options: Shown,
    private readonly output: Output = process.stderr,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.begun = now();
    this.shownAt = this.begun;
  }

  at(place: Place): void {
    if (this.options.json || this.options.quiet) return;
    const isTerminal = this.output.isTTY === true;
    const now = this.now();
    this.first ??= place.done;
    if (now - this.shownAt < (isTerminal ? EVERY.terminal : EVERY.elsewhere)) return;
    this.shownAt = now;
    const text = line(place, { elapsed: now - this.begun, since: this.first });
    this.output.write(isTerminal ? `\r\u001b[K${bar(place)}${text}` : `${text}\n`);
  }

  async during<T>(work: (report: (place: Place) => void) => Promise<T>): Promise<T> {
    const done = await work((place) => this.at(place));
    this.end();
    return done;
  }

  end(): void {
    if (this.output.isTTY && !this.options.json && !this.options.quiet) this.output.write('\r\u001b[K');
  }
}

export interface Watched extends Place {
  readonly status: string;
}

/** Interval for reading the status of a job, milliseconds. */
const LOOKS = 500;

/** Waits for a job and executes due jobs meanwhile: needs no worker. @param turn executes one; false if none is due */
export async function follow<Job>(
  read: () => Promise<Job>,
  watched: (job: Job) => Watched,
  turn: () => Promise<boolean>,
  progress: Progress,
): Promise<Job> {
  const show = (job: Job): void => progress.at(watched(job));
  const showing = setInterval(() => void read().then(show, () => undefined), LOOKS);
  try {
    for (;;) {
      const job = await read();
      if (['done', 'failed'].includes(watched(job).status)) return job;
      show(job);
      if (!(await turn())) await sleep(LOOKS);
    }
  } finally {
    clearInterval(showing);
    progress.end();
  }
}

/** `[########                ] `; empty if the total is unknown. */
export function bar({ done, total }: Place): string {
  if (total === undefined) return '';
  const full = Math.floor(partOf(done, total) * WIDTH);
  return `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] `;
}

/** `33 % 400 of 1200 rows, 12.5 a second, 1 min 4 s left`. `elapsed`: milliseconds since the start with `since` done */
export function line({ done, total, unit }: Place, pace: { readonly elapsed: number; readonly since: number }): string {
  const rate = pace.elapsed > 0 ? ((done - pace.since) * 1000) / pace.elapsed : 0;
  const speed = rate > 0 ? [`${rounded(rate)} a second`] : [];
  if (total === undefined) return [`${done} ${unit}`, ...speed].join(', ');
  const percent = String(Math.floor(partOf(done, total) * 100)).padStart(3);
  const left = rate > 0 && done < total ? [`${time((total - done) / rate)} left`] : [];
  return [`${percent} % ${done} of ${total} ${unit}`, ...speed, ...left].join(', ');
}

const partOf = (done: number, total: number): number => (total === 0 ? 1 : Math.min(1, Math.max(0, done / total)));

/** `45 s`, `2 min 5 s`, `3 h 10 min`. */
export function time(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const rounded = (rate: number): string => (rate < 10 ? String(Number(rate.toFixed(1))) : String(Math.round(rate)));
