import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { drawBars } from './report/bars';
import { growthChart, insert, page, type Results, throughputChart } from './report/page';

const DOCS = join(__dirname, '..', 'docs');

/** Puts the figures of a run into docs/performance.md, with their pictures: `npm run bench:report -- results.json`. */
async function main(file = '.procurement/bench/results.json'): Promise<void> {
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const folder = join(DOCS, 'performance');
  mkdirSync(folder, { recursive: true });
  if (results.throughput) writeFileSync(join(folder, 'throughput.svg'), drawBars(throughputChart(results.throughput)));
  if (results.growth) writeFileSync(join(folder, 'growth.svg'), drawBars(growthChart(results.growth)));
  const path = join(DOCS, 'performance.md');
  const text = insert(readFileSync(path, 'utf8'), page(results));
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
