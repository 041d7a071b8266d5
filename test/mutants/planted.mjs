#!/usr/bin/env node
/**
 * Plants each fault of `planted/*.json` in a copy of the project and runs the tests that should detect it:
 * `npm run test:planted -- [--group operations] [--only 'part of a harm or a path']`.
 * Fails if fewer than 95 % are detected or if a fault no longer matches the source. docs/mutants.md describes the entries.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const LEAST_RATE = 0.95;
/** A run that takes longer is stopped, and its fault counts as detected. */
const LONGEST_RUN_MILLISECONDS = 300_000;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = join(root, 'test/mutants/planted');
const { values } = parseArgs({ options: { group: { type: 'string' }, only: { type: 'string' } } });

const faults = readdirSync(folder)
  .map((name) => ({ name, group: basename(name, '.json') }))
  .filter(({ group }) => !values.group || group === values.group)
  .flatMap(({ name, group }) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')).map((fault) => ({ ...fault, group })),
  )
  .filter(({ file, harm }) => !values.only || `${file} ${harm}`.includes(values.only));

const unfit = faults.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2);
for (const { file, find } of unfit) console.error(`Not exactly once in ${file}: ${find}`);
if (faults.length === 0) console.error('There is no such fault');
if (unfit.length > 0 || faults.length === 0) process.exit(1);

const copy = copied();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const outcomes = new Map();
// A test that fails without a fault would seem to detect every fault.
const all = [...new Set(faults.flatMap(({ tests }) => tests))];
if ((await outcome(all)) !== 'MISSED') {
  console.error('The tests fail without a fault');
  process.exit(1);
}
for (const fault of faults) {
  const path = join(copy, fault.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(fault.find, () => fault.replace),
  );
  outcomes.set(fault, await outcome(fault.tests, LONGEST_RUN_MILLISECONDS));
  writeFileSync(path, source);
  console.log(`${outcomes.get(fault).padEnd(7)}  ${fault.group}  ${fault.file}: ${fault.harm}`);
}

console.log();
for (const group of new Set(faults.map((fault) => fault.group))) {
  sayRate(
    group,
    faults.filter((fault) => fault.group === group),
  );
}
if (sayRate('all', faults) < LEAST_RATE) process.exitCode = 1;

function sayRate(name, some) {
  const noticed = some.filter((fault) => outcomes.get(fault) !== 'MISSED').length;
  console.log(`${name.padEnd(13)} ${noticed} of ${some.length} noticed`);
  return noticed / some.length;
}

/** Copies the files that git tracks or would add, and links the installed packages. */
function copied() {
  const parent = join(root, '.procurement/mutants');
  mkdirSync(parent, { recursive: true });
  const to = mkdtempSync(join(parent, 'planted-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of stdout.split('\0').filter(Boolean)) cpSync(join(root, file), join(to, file));
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  return to;
}

/**
 * Runs test files in the copy.
 * @param longest time limit in milliseconds
 * @returns MISSED if the tests pass, `hung` if they exceeded the limit, otherwise `noticed`
 */
async function outcome(tests, longest) {
  const jest = join(copy, 'node_modules/jest/bin/jest.js');
  const run = spawn(process.execPath, [jest, '--bail', '--runTestsByPath', ...tests], {
    cwd: copy,
    env: { ...process.env, WHOLE_SUITE: '1' },
    stdio: 'ignore',
    timeout: longest,
  });
  const stop = () => run.kill();
  process.on('exit', stop);
  const code = await new Promise((resolve) => run.on('exit', resolve));
  process.off('exit', stop);
  if (code === null) return 'hung';
  return code === 0 ? 'MISSED' : 'noticed';
}
