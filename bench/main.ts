import { Command, Option } from 'commander';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { bulk } from './parts/bulk';
import { growth } from './parts/growth';
import { pdf } from './parts/pdf';
import { processes } from './parts/processes';
import { profile } from './parts/profile';
import { summaries } from './parts/summaries';
import { throughput } from './parts/throughput';
import { tracing } from './parts/tracing';
import { walks } from './parts/walks';
import { webhooks } from './parts/webhooks';
import { SCALES } from './scale';
import { setStage } from './stage/stage';

const PARTS = { throughput, growth, walks, bulk, pdf, webhooks, processes, profile, summaries, tracing } as const;

interface Options {
  readonly scale: keyof typeof SCALES;
  readonly parts: string;
  readonly data?: string;
  readonly out: string;
  readonly seconds?: string;
  readonly pairs?: string;
  readonly workloads?: string;
  readonly questions?: string;
  readonly requests?: string;
}

async function main(options: Options): Promise<void> {
  const say = (what: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);
  const chosen = SCALES[options.scale];
  const scale = {
    ...chosen,
    sliceSeconds: Number(options.seconds ?? chosen.sliceSeconds),
    pairs: Number(options.pairs ?? chosen.pairs),
    growthRequests: Number(options.requests ?? chosen.growthRequests),
    ...(options.workloads === undefined ? {} : { workloads: options.workloads.split(',') }),
    ...(options.questions === undefined ? {} : { questions: options.questions }),
  };
  const stage = await setStage(scale, { data: options.data }, say);
  const results: Record<string, unknown> = { about: about(options) };
  try {
    for (const [name, run] of Object.entries(PARTS)) {
      if (options.parts !== 'all' && !options.parts.split(',').includes(name)) continue;
      say(`-- ${name}`);
      results[name] = await run(stage, scale, say);
    }
  } finally {
    await stage.clear();
  }
  mkdirSync(dirname(resolve(options.out)), { recursive: true });
  writeFileSync(options.out, `${JSON.stringify(results, rounded, 1)}\n`);
  say(`Written: ${options.out}`);
}

/** The options that make the figures what they are, as they are typed. */
function given({ scale, parts, seconds, pairs, workloads, questions, requests }: Options): string {
  const chosen = { scale, parts: parts === 'all' ? undefined : parts, seconds, pairs, workloads, questions, requests };
  return Object.entries(chosen)
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]))
    .join(' ');
}

/** What the figures were made with. */
function about(options: Options): object {
  return {
    command: `npm run bench -- ${given(options)}`,
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    node: process.version,
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
    memory: totalmem(),
    loadBefore: loadavg(),
  };
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

const command = new Command('bench')
  .description('Measures the service beside two baselines; see docs/performance.md')
  .addOption(
    new Option('--scale <scale>', 'how much is seeded and how long is measured')
      .choices(Object.keys(SCALES))
      .default('full'),
  )
  .option('--parts <parts>', `of ${Object.keys(PARTS).join(', ')}; separated by commas`, 'all')
  .option('--data <folder>', 'keeps the seeded servers there and takes them up again the next time')
  .option('--seconds <seconds>', 'of a slice, instead of what the scale has')
  .option('--pairs <pairs>', 'of slices, instead of what the scale has')
  .option('--workloads <names>', 'of those of throughput: W1,W3')
  .option('--questions <text>', 'of those of growth: whose titles contain this')
  .option('--requests <number>', 'of each question of growth, instead of what the scale has')
  .option('--out <file>', 'where the figures go', '.procurement/bench/results.json');

command
  .action((options: Options) => main(options))
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
