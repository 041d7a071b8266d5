#!/usr/bin/env node
/**
 * Prints the share of detected mutants per module from the report of Stryker. Fails if one module is below 90 %:
 * a limit on the total would hide a small module.
 */
import { readFileSync } from 'node:fs';

const LEAST = 90;
const NOTICED = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

const report = JSON.parse(readFileSync(`.procurement/mutants/${process.env.MODULE ?? 'all'}.json`, 'utf8'));
const modules = {};
for (const [path, { mutants }] of Object.entries(report.files)) {
  const [, group, module] = path.split('/');
  const name = group === 'common' ? group : module;
  const counted = (modules[name] ??= { noticed: 0, missed: 0 });
  for (const { status } of mutants) {
    if (NOTICED.includes(status)) counted.noticed += 1;
    if (MISSED.includes(status)) counted.missed += 1;
  }
}

let low = 0;
for (const [name, { noticed, missed }] of Object.entries(modules).sort()) {
  const score = noticed + missed === 0 ? 100 : (100 * noticed) / (noticed + missed);
  if (score < LEAST) low += 1;
  console.log(`${name.padEnd(20)} ${score.toFixed(2).padStart(6)} %  ${noticed} noticed, ${missed} not`);
}
if (low > 0) {
  console.error(`${low} below ${LEAST} %`);
  process.exitCode = 1;
}
