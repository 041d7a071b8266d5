import { Command } from 'commander';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cost } from './tenants/cost';
import { commands } from './tenants/commands';
import { writeHistory } from './tenants/history';
import { FULL, installation } from './tenants/power-law';
import { moves } from './tenants/moves';
import { requests } from './tenants/requests';
import { rounds } from './tenants/rounds';
import { touches } from './tenants/touches';
import { tenantsOf } from './scale';
import { setStage, type Stage } from './stage/stage';

const PARTS = { cost, requests, touches, rounds, commands, moves } as const;
/** Without being asked: `moves` is for an installation whose largest tenant was made larger. */
const USUAL = 'cost,requests,touches,rounds,commands';

interface Options {
  readonly tenants: string;
  readonly small: string;
  readonly largest?: string;
  readonly parts: string;
  readonly data?: string;
  readonly out: string;
}

/** Measures a small installation and a large one in turn, each on a PostgreSQL and a Redis of its own. */
async function main(options: Options): Promise<void> {
  const results: Record<string, unknown> = { date: new Date().toISOString(), node: process.version };
  mkdirSync(dirname(resolve(options.out)), { recursive: true });
  for (const tenants of new Set([Number(options.small), Number(options.tenants)])) {
    await measure(tenants, options, (found) => {
      results[tenants] = found;
      writeFileSync(options.out, `${JSON.stringify(results, undefined, 1)}\n`);
    });
  }
  console.log(`Written: ${options.out}`);
}

/** @param keep takes what was found after each part, for the later ones take long */
async function measure(
  tenants: number,
  { parts, data, largest }: Options,
  keep: (found: Record<string, unknown>) => void,
): Promise<void> {
  const say = (what: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${tenants}: ${what}`);
  const scale = installation(tenants, largest === undefined ? undefined : Number(largest));
  const orders = tenantsOf(scale).reduce((sum, tenant) => sum + tenant.orders, 0);
  say(`${orders} orders; the largest tenant has ${scale.large.orders}, the median ${scale.middle.orders}`);
  const stage: Stage = await setStage(scale, { data: data && join(data, String(tenants)) }, say);
  const found: Record<string, unknown> = { tenants, orders };
  try {
    await writeHistory(stage.servers.adminUrl, scale);
    for (const [name, part] of Object.entries(PARTS)) {
      if (!parts.split(',').includes(name)) continue;
      say(`-- ${name}`);
      found[name] = await part(stage, say, scale);
      keep(found);
    }
  } finally {
    await stage.clear();
  }
}

new Command('bench:tenants')
  .description('Measures what grows with the number of tenants; see docs/scaling.md')
  .option('--tenants <number>', `of the large installation, ${FULL} at most`, String(FULL))
  .option('--small <number>', 'of the small installation', '1000')
  .option('--largest <orders>', 'of the largest tenant, where it is another than 50,000')
  .option('--parts <parts>', `of ${Object.keys(PARTS).join(', ')}; separated by commas`, USUAL)
  .option('--data <folder>', 'keeps the seeded servers there and takes them up again the next time')
  .option('--out <file>', 'where the figures go', '.procurement/bench/tenants.json')
  .action((options: Options) => main(options))
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
