import { appendFileSync, readFileSync } from 'node:fs';

/** What a test file spends its time on, beside its own code. */
export type Part = 'database' | 'application' | 'requests';

/** Seconds on the clock, and of the processor. */
type Seconds = readonly [clock: number, processor: number];

/** Where `npm run test:times` wants the figures; undefined in other runs. */
export const FILE = process.env['TEST_TIMES'];

const now = (): Seconds => {
  const { user, system } = process.cpuUsage();
  return [performance.now() / 1000, (user + system) / 1_000_000];
};
const since = ([clock, processor]: Seconds): Seconds => [now()[0] - clock, now()[1] - processor];
const plus = ([one, two]: Seconds, [more, again]: Seconds): Seconds => [one + more, two + again];

/** By part, what all of its pieces took. Pieces that run at the same time count once. */
const spent = new Map<Part, { total: Seconds; running: number; began: Seconds }>();

/** Counts what the work takes, where `npm run test:times` asks for it. */
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

/** Ticks of /proc a second, on every Linux there is. */
const CLOCK_TICKS = 100;

/** Processor time of the programs that this worker has started and that have ended, in seconds. */
function ofPrograms(): number {
  // What follows the program's name; the sixteenth and seventeenth fields of proc(5) are its children's.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / CLOCK_TICKS;
}

/** When this worker ended the file before; it lives longer than this module does. */
const worker = process as { lastFileEnded?: Seconds };

/** Writes what each test file takes to the file that `npm run test:times` names. Called once for each file, before its tests. */
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
