/** Runs the tests and prints how their time was spent (docs/running.md): `npm run test:times -- [Jest arguments]`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'procurement-test-times-'));
const file = join(folder, 'times.ndjson');
const began = performance.now();
const run = spawnSync('npx', ['jest', ...process.argv.slice(2)], {
  env: { ...process.env, TEST_TIMES: file },
  stdio: 'inherit',
});
const took = (performance.now() - began) / 1000;
const lines = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
rmSync(folder, { recursive: true });

const files = lines.filter((line) => line.file);
const tierOf = ({ file: path }) => (path.endsWith('.spec.ts') ? 'pure' : relative('test', path).split('/')[0]);
const NONE = [0, 0];
const sum = (some, part, of) => some.reduce((total, one) => total + (one[part] ?? NONE)[of], 0);
const [CLOCK, PROCESSOR] = [0, 1];
const programsOf = (some) => some.reduce((total, { programs }) => total + programs, 0);
const seconds = (value) => value.toFixed(value < 10 ? 1 : 0);

const HEADINGS = [
  'Tier',
  'Files',
  'Clock',
  'Loading',
  'Databases',
  'Start, stop',
  'Requests',
  'Waiting',
  'Processor',
  'of loading',
  'of start, stop',
  'of requests',
  'of programs',
];
function row(name, some) {
  const clock = sum(some, 'loading', CLOCK) + sum(some, 'tests', CLOCK);
  const processor = sum(some, 'loading', PROCESSOR) + sum(some, 'tests', PROCESSOR);
  return [
    name,
    some.length,
    ...[clock, ...['loading', 'database', 'application', 'requests'].map((part) => sum(some, part, CLOCK))].map(
      seconds,
    ),
    seconds(Math.max(0, clock - processor)),
    ...[processor, ...['loading', 'application', 'requests'].map((part) => sum(some, part, PROCESSOR))].map(seconds),
    seconds(programsOf(some)),
  ];
}
const table = (rows) => {
  const [head, ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `| ${rows[0].map(() => '---').join(' | ')} |`, ...rest].join('\n');
};

const tiers = ['pure', 'database', 'contract', 'scenario', 'nightly']
  .map((tier) => [tier, files.filter((one) => tierOf(one) === tier)])
  .filter(([, some]) => some.length > 0);
console.log(`\nSeconds, of all workers together:\n`);
console.log(table([HEADINGS, ...tiers.map(([tier, some]) => row(tier, some)), row('all', files)]));
console.log(
  `\n${seconds(took)} s on the clock, ${seconds(sum(files, 'loading', PROCESSOR) + sum(files, 'tests', PROCESSOR))} s of the processor in workers, ${seconds(programsOf(files))} s in programs that tests start, ${seconds(lines.find(({ server }) => server !== undefined)?.server ?? 0)} s in PostgreSQL.`,
);
const dear = ({ tests, programs }) => tests[PROCESSOR] + programs;
const dearest = [...files].sort((one, other) => dear(other) - dear(one)).slice(0, 40);
console.log(`\nThe files that take most of the processor:\n`);
console.log(
  table([
    HEADINGS.slice(1).map((name, at) => (at === 0 ? 'File' : name)),
    ...dearest.map((one) => [relative('.', one.file), ...row('', [one]).slice(2)]),
  ]),
);
process.exitCode = run.status ?? 1;
