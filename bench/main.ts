import { Command, Option } from 'commander';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { growth } from './parts/growth';
import { imports } from './parts/imports';
import { tails } from './parts/tails';
import { tenants } from './parts/tenants';
import { throughput } from './parts/throughput';
import { svgOf } from './picture';
import { markdown, type Table } from './report';
import { enlarged, powerLaw, type Scale, SCALES, type Variant } from './scale';
import { setStage } from './stage/stage';

const PARTS = { throughput, tails, growth, imports, tenants } as const;

interface Options {
  readonly scale: keyof typeof SCALES;
  readonly tenants?: string;
  readonly orders?: string;
  readonly parts: string;
  readonly data?: string;
  readonly out: string;
  readonly seconds?: string;
  readonly pairs?: string;
  readonly workloads?: string;
  readonly questions?: string;
  readonly requests?: string;
  readonly variant?: string;
}

async function main(options: Options): Promise<void> {
  const say = (what: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);
  const made = about();
  const scale = scaleOf(options);
  const stage = await setStage(scale, options.data, say);
  const tables: Table[] = [];
  try {
    for (const [name, run] of Object.entries(PARTS)) {
      if (options.parts !== 'all' && !options.parts.split(',').includes(name)) continue;
      say(`-- ${name}`);
      tables.push(...(await run(stage, scale, say)));
    }
  } finally {
    await stage.clear();
  }
  const text = `${[made, ...tables.map(markdown)].join('\n\n')}\n`;
  console.log(`\n${text}`);
  const folder = dirname(resolve(options.out));
  mkdirSync(folder, { recursive: true });
  writeFileSync(options.out, text);
  for (const table of tables) {
    if (table.picture) writeFileSync(join(folder, `${table.picture.name}.svg`), svgOf(table, table.picture));
  }
  say(`Written: ${options.out}`);
}

function scaleOf(options: Options): Scale {
  const chosen = SCALES[options.scale];
  const scale = {
    ...chosen,
    sliceSeconds: Number(options.seconds ?? chosen.sliceSeconds),
    pairs: Number(options.pairs ?? chosen.pairs),
    growthRequests: Number(options.requests ?? chosen.growthRequests),
    workloads: options.workloads?.split(','),
    questions: options.questions,
    variant: options.variant === undefined ? undefined : variantOf(options.variant.split(' ')),
  };
  if (options.tenants !== undefined) return powerLaw(scale, Number(options.tenants));
  return options.orders === undefined ? scale : enlarged(scale, Number(options.orders));
}

function variantOf(words: readonly string[]): Variant {
  const flags = words.filter((word) => word.startsWith('--'));
  const settings = words.filter((word) => !flags.includes(word)).map((word) => word.split(/=(.*)/s).slice(0, 2));
  return { flags, env: Object.fromEntries(settings) as NodeJS.ProcessEnv };
}

function about(): string {
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const load = loadavg().map((value) => value.toFixed(1));
  return `Made by \`${command}\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), load before ${load.join(', ')}.`;
}

new Command('bench')
  .description('Measures the service beside two baselines; see docs/performance.md')
  .addOption(
    new Option('--scale <scale>', 'how much is seeded and how long is measured')
      .choices(Object.keys(SCALES))
      .default('full'),
  )
  .option('--tenants <number>', 'seeds this number of tenants with a power law of sizes, instead of those of the scale')
  .addOption(
    new Option('--orders <number>', 'orders of the largest tenant, instead of those of the scale').conflicts('tenants'),
  )
  .option('--parts <parts>', `of ${Object.keys(PARTS).join(', ')}; separated by commas`, 'all')
  .option('--data <folder>', 'stores the seeded servers there and reuses them in the next run')
  .option('--seconds <seconds>', 'seconds of a slice, instead of those of the scale')
  .option('--pairs <pairs>', 'pairs of slices, instead of those of the scale')
  .option('--workloads <names>', 'workloads of throughput: W1,W3')
  .option('--variant <settings>', 'measures a second copy of the service with these variables and flags of Node')
  .option('--questions <text>', 'queries of growth whose titles contain this text')
  .option('--requests <number>', 'requests of each query of growth, instead of those of the scale')
  .option('--out <file>', 'where the tables go, with pictures in the same folder', '.procurement/bench/results.md')
  .action((options: Options) => main(options))
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
