#!/usr/bin/env node
// Checks the subjects of the last commits, or of a message in a file: `node tools/prose/commit-subjects.mjs .git/COMMIT_EDITMSG`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Older subjects do not follow the rules. */
const CHECKED = 200;

const CONVENTIONAL = /^(?:feat|fix|perf|refactor|docs|test|build|ci|chore)(?:\([a-z0-9-]+\))?!?: \S.*[^.\s]$/;

const [file] = process.argv.slice(2);
const log = () =>
  execFileSync('git', ['log', `-${CHECKED}`, '--format=%s'], { encoding: 'utf8' })
    .trim()
    .split('\n');
const subjects = file ? readFileSync(file, 'utf8').split('\n', 1) : existsSync('.git') ? log() : [];

const faults = subjects.flatMap((subject) => {
  if (subject.length > 72) return [`${subject.length} characters, at most 72: ${subject}`];
  return CONVENTIONAL.test(subject) ? [] : [`not "type(scope): what changed", without a full stop: ${subject}`];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
