import { setTimeout as sleep } from 'node:timers/promises';

/** What a job shows of itself while it runs. */
export interface Watched {
  readonly status: string;
  /** What is done, in a few words. */
  readonly said: string;
  /** 0 to 1; undefined where nobody knows how much there is. */
  readonly part?: number | undefined;
}

const WIDTH = 24;
const EVERY = 500;

/**
 * Waits for a job and shows how far it is: on a terminal as a line that is written again, elsewhere not at all. The command works at the
 * jobs that are due meanwhile, as a worker does, so that it also comes to an end where no worker runs.
 * @param turn works at a job; false when none is due
 */
export async function follow<Job>(
  read: () => Promise<Job>,
  watched: (job: Job) => Watched,
  turn: () => Promise<boolean>,
): Promise<Job> {
  const show = (job: Job): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${bar(watched(job))}`);
  };
  const showing = setInterval(() => void read().then(show, () => undefined), EVERY);
  try {
    for (;;) {
      const job = await read();
      if (['done', 'failed'].includes(watched(job).status)) return job;
      show(job);
      if (!(await turn())) await sleep(EVERY);
    }
  } finally {
    clearInterval(showing);
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}

/** `[########                ]  33 % 400 of 1200 rows` */
export function bar({ part, said }: Watched): string {
  if (part === undefined) return said;
  const full = Math.floor(Math.min(1, Math.max(0, part)) * WIDTH);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] ${percent} % ${said}`;
}
