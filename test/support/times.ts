import { appendFileSync, readFileSync } from 'node:fs';

/** Parts of a test file's time, apart from its own code. */
export type Part = 'database' | 'application' | 'requests';

/** Wall clock and processor time in seconds. */
type Seconds = readonly [clock: number, processor: number];

/** The file for the figures of `npm run test:times`; undefined in other runs. */
export const FILE = process.env['TEST_TIMES'];

const now = (): Seconds => {
  const { user, system } = process.cpuUsage();
  return [performance.now() / 1000, (user + system) / 1_000_000];
};
const since = ([clock, processor]: Seconds): Seconds => [now()[0] - clock, now()[1] - processor];
const plus = ([one, two]: Seconds, [more, again]: Seconds): Seconds => [one + more, two + again];

/** The total per part. Pieces that run at the same time count once. */
const spent = new Map<Part, { total: Seconds; running: number; began: Seconds }>();

/** Measures the work if `npm run test:times` runs. */
export async function timed<T>(part: Part, work: () => Promise<T>): Promise<T> {
  if (!FILE) return work();
  const of = spent.get(part) ?? { total: [0, 0], running: 0, began: [0, 0] };
  spent.set(part, of);
  if (of.running === 0) of.began = now();
  of.running += 1;
  try {
    return await work();
  } finally {
    of.running -= 1;
    if (of.running === 0) of.total = plus(of.total, since(of.began));
  }
}

/** Ticks of /proc per second, on every Linux. */
const CLOCK_TICKS = 100;

/** Processor time of the ended programs that this worker had started, in seconds. */
function ofPrograms(): number {
  // The fields after the program's name. Fields 16 and 17 of proc(5) are for its children.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / CLOCK_TICKS;
}

/** When this worker ended the previous file. Stored on the process, because Jest reloads this module for each file. */
const worker = process as { lastFileEnded?: Seconds };

/** Writes the times of each test file to the file of `npm run test:times`. Called once per file, before its tests. */
export function noteTimes(): void {
  if (!FILE) return;
  const began = now();
  const programs = ofPrograms();
  // Jest loads and compiles a file before its tests.
  const loading = since(worker.lastFileEnded ?? [began[0], 0]);
  afterAll(() => {
    const parts = Object.fromEntries([...spent].map(([part, { total }]) => [part, total]));
    const line = {
      file: expect.getState().testPath,
      pid: process.pid,
      loading,
      tests: since(began),
      programs: ofPrograms() - programs,
      ...parts,
    };
    appendFileSync(FILE, `${JSON.stringify(line)}\n`);
    worker.lastFileEnded = now();
  });
}
