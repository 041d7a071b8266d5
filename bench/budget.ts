import { Command } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Budget, compare, FIGURE_NAMES } from './budget/compare';
import { type Counted, CountingClient, requestsOf, type Workload } from './budget/counting';
import { ClosedLoop } from './load/closed-loop';
import { type Scale, SCALES, type TenantSpec } from './scale';
import type { Program } from './stage/program';
import { type Stage, setStage } from './stage/stage';
import { OWNER, REQUESTER, tokenOf } from './stage/tokens';
import { prepareApprovals } from './workloads/approvals';
import { createOrder, firstPage, getOrder, getting, oneByOne, vendorsCsv } from './workloads/calls';

const FILE = join(__dirname, 'budget.json');
const IMPORTED_ROWS = 500;

/** One small tenant for reads and one for writes. Ids never change their number of digits. */
const SCALE: Scale = (({ small, busy, ...rest }) => {
  const spare = (slug: string): TenantSpec => ({ ...busy, slug, tokens: 1 });
  return { ...rest, name: 'budget', small, busy, middle: spare('middle'), large: spare('large'), crowd: [] };
})(SCALES.quick);

/**
 * The young generation has room for the garbage of a round, so the growth of the heap equals the allocations. Code is
 * compiled when due, not concurrently, because compiled code allocates less.
 */
const FLAGS = [
  '--expose-gc',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
  '--no-concurrent-recompilation',
  '--require',
  join(__dirname, 'budget', 'probe.cjs'),
];

/** The file contains the Node version of the measurement, because allocations differ between versions. */
const NODE = `${process.version.split('.')[0] ?? ''} ${process.arch}`;

async function main({ write = false }: { readonly write?: boolean }): Promise<void> {
  const say = (what: string): void => console.log(what);
  // A signal from the terminal arrives twice, because npm forwards it.
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => reject(new Error(`Interrupted by ${signal}`)));
    }
  });
  interrupted.catch(() => undefined);
  const stage = await setStage(SCALE, undefined, () => undefined);
  try {
    const found = await Promise.race([count(stage, say), interrupted]);
    if (write) keep(found);
    else judge(found, say);
  } finally {
    await stage.clear();
  }
}

async function count(stage: Stage, say: (what: string) => void): Promise<Readonly<Record<string, Counted>>> {
  const service = await stage.service('service', 1, { PROCESS_ROLE: 'api' }, FLAGS);
  const client = new CountingClient(service);
  const found: Record<string, Counted> = {};
  // Tokens that other workloads do not use: a known token would be looked up again during this measurement.
  let turn = SCALE.small.tokens / 2;
  for (const [title, { user, tenant, ...workload }] of Object.entries(await workloads(service))) {
    const counted = await client.count(workload, () => tokenOf(tenant.slug, user, (turn += 1)));
    found[title] = counted;
    const { statements, roundTrips, bytes, allocated, processor, wall } = counted;
    say(
      `${title}: ${statements} statements, ${roundTrips} round trips, ${bytes} bytes, ${allocated} allocated; ${processor.toFixed(1)} ms of processor, ${wall.toFixed(1)} ms`,
    );
  }
  await client.close();
  return found;
}

interface Asked extends Workload {
  readonly tenant: TenantSpec;
  readonly user: number;
}

/** The measured workloads in order; their data is created first. */
async function workloads(service: Program): Promise<Readonly<Record<string, Asked>>> {
  const { small, busy } = SCALE;
  // The same vendor, and for reads the same record each time: responses differ only in times and ids.
  const fields = { vendor_id: 7 };
  const one = getOrder({ ...SCALE, middle: small })();
  const year = new Date().getUTCFullYear();
  const reading = { tenant: small, user: OWNER, warmUp: 150, requests: 50 };
  const approving = { warmUp: 60, requests: 20 };
  const loop = new ClosedLoop(service.address, 2);
  const approvals = await prepareApprovals(loop, [busy], requestsOf(approving), fields);
  await loop.close();
  let file = 0;
  return {
    'W1: GET one order': { ...reading, calls: () => one },
    'W2: first page of 15, exact total': { ...reading, calls: firstPage({ ...SCALE, middle: small }) },
    'W3: POST an order of 3 lines': {
      tenant: busy,
      user: REQUESTER,
      warmUp: 60,
      requests: 20,
      calls: createOrder([busy], REQUESTER, fields),
    },
    'W7: approve an order with a budget': { tenant: busy, user: OWNER, ...approving, calls: oneByOne(approvals) },
    // Covers all seeded data, independent of the day.
    'Report: spending by department': {
      ...reading,
      calls: getting(
        small,
        `/v1/reports/spending?group_by=department&from_date=${year - 3}-01-01&to_date=${year}-12-31`,
      ),
    },
    [`Import of ${IMPORTED_ROWS} vendors`]: {
      tenant: busy,
      user: OWNER,
      warmUp: 2,
      requests: 1,
      imports: true,
      calls: () => ({
        method: 'POST',
        path: '/v1/imports?resource=vendors',
        token: tokenOf(busy.slug, OWNER, 1),
        type: 'text/csv',
        body: vendorsCsv(IMPORTED_ROWS, `budget-${(file += 1)}`),
      }),
    },
  };
}

function keep(found: Readonly<Record<string, Counted>>): void {
  const workloads = Object.fromEntries(
    Object.entries(found).map(([title, counts]) => [
      title,
      Object.fromEntries(FIGURE_NAMES.map((figure) => [figure, counts[figure]])),
    ]),
  );
  writeFileSync(FILE, `${JSON.stringify({ node: NODE, workloads }, undefined, 2)}\n`);
  console.log('Written: bench/budget.json. Say in the body of the commit why it changes.');
}

function judge(found: Budget, say: (what: string) => void): void {
  const { node, workloads: budget } = JSON.parse(readFileSync(FILE, 'utf8')) as { node: string; workloads: Budget };
  const judged = FIGURE_NAMES.filter((figure) => figure !== 'allocated' || node === NODE);
  if (node !== NODE) say(`The budget is of Node ${node}, this is ${NODE}: allocations are not judged`);
  const { grown, shrunk } = compare(budget, found, judged);
  for (const sentence of [...shrunk, ...grown]) say(sentence);
  if (shrunk.length > 0) say('Lower the budget: npm run bench:budget -- --write');
  if (grown.length > 0) throw new Error('A request exceeds its budget, see docs/performance.md');
  say('Every request is within its budget');
}

new Command('bench:budget')
  .description('Counts what requests take and compares it with bench/budget.json; see docs/performance.md')
  .option('--write', 'writes what was counted into the file')
  .action((options: { readonly write?: boolean }) => main(options))
  .parseAsync()
  .then(
    () => process.exit(),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
