import { join } from 'node:path';
import { type Call, type Calls, ClosedLoop } from '../load/closed-loop';
import { openLoop } from '../load/open-loop';
import { quantiles } from '../load/pairs';
import { short, type Table, whole } from '../report';
import type { Scale, TenantSpec } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import {
  createLongOrder,
  createOrder,
  firstPage,
  getOrder,
  getting,
  inTurn,
  tokensOf,
  vendorsCsv,
} from '../workloads/calls';
import { ask, ended } from '../workloads/jobs';

const PROBE = join(__dirname, '../stage/pauses.cjs');
const CONNECTIONS = 32;
const IMPORTED_ROWS = 2_000;
const LOOK_EVERY = 100;

/** Does one piece of other work. */
type OtherWork = (loop: ClosedLoop) => Promise<unknown>;

/**
 * Latencies and event loop pauses of one process that has all roles, in an open loop of W1, W2 and W3: alone, during each
 * kind of other work, and during all kinds. The periodic work runs in all cases.
 */
export async function tails(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Table[]> {
  const service = await stage.service('tails', 6, { PDF_ALLOW_NO_SANDBOX: 'true' }, ['--require', PROBE]);
  const requests = inTurn(getOrder(scale), firstPage(scale), createOrder(scale.crowd));
  const loop = new ClosedLoop(service.address, CONNECTIONS);
  await loop.run(requests, scale.openLoopSeconds);
  const { requests: answered, seconds } = await loop.run(requests, scale.openLoopSeconds);
  await loop.close();
  const capacity = answered / seconds;
  const kinds = otherWork(scale);
  const all = Object.values(kinds);
  const each = Object.entries(kinds).map(([title, work]) => [0.5, title, [work]] as const);
  const rows: string[][] = [];
  for (const [share, title, others] of [
    [0.5, 'alone', []],
    ...each,
    [0.5, 'all of it', all],
    [0.8, 'alone', []],
    [0.8, 'all of it', all],
  ] as const) {
    const measured = await during(others, service, { requests, rate: capacity * share }, scale.openLoopSeconds);
    rows.push([`${share * 100} %, ${title}`, ...measured]);
    say(rows.at(-1)?.join(', ') ?? '');
  }
  await service.stop();
  const head = [
    `W1, W2 and W3; 100 % are ${whole(capacity)} a second`,
    ...['p50 ms', 'p99 ms', 'p99.9 ms', 'longest pause ms', 'pieces of other work'],
  ];
  const picture = {
    name: 'tails',
    title: 'Latency at half load during other work, in ms',
    columns: [1, 2, 3, 4],
    // Those of half load; the others dwarf them.
    rows: each.length + 2,
  };
  return [{ head, rows, picture }];
}

async function during(
  others: readonly OtherWork[],
  service: Program,
  { requests, rate }: { readonly requests: Calls; readonly rate: number },
  seconds: number,
): Promise<string[]> {
  let isOver = false;
  const repeated = async (work: OtherWork): Promise<number> => {
    const loop = new ClosedLoop(service.address, 1);
    let done = 0;
    for (; !isOver; done += 1) await work(loop);
    await loop.close();
    return done;
  };
  await service.ask('longest pause');
  const [{ latencies }, ...pieces] = await Promise.all([
    openLoop(service.address, requests, rate, seconds).finally(() => (isOver = true)),
    ...others.map(repeated),
  ]);
  const pause = Number(await service.ask('longest pause'));
  const done = pieces.reduce((sum, some) => sum + some, 0);
  return [...quantiles(latencies).map(short), short(pause), whole(done)];
}

function otherWork({ small, busy, crowd }: Scale): Readonly<Record<string, OtherWork>> {
  const one =
    (calls: Calls): OtherWork =>
    (loop) =>
      loop.send([calls()]);
  const run = Date.now().toString(36);
  let imports = 0;
  return {
    'reports of spending by vendor': one(getting(small, '/v1/reports/spending?group_by=vendor')),
    PDFs: one(getting(small, '/v1/purchase-orders/1/pdf')),
    'orders of 1,000 lines': one(createLongOrder(crowd)),
    exports: job(small, '/v1/exports', () => ({ body: JSON.stringify({ format: 'ndjson' }) })),
    // Not into the small tenant, whose size the part `growth` compares.
    'imports of 2,000 vendors': job(busy, '/v1/imports?resource=vendors', () => ({
      type: 'text/csv',
      body: vendorsCsv(IMPORTED_ROWS, `tails-${run}-${(imports += 1)}`),
    })),
  };
}

function job(tenant: TenantSpec, path: string, contents: () => Pick<Call, 'type' | 'body'>): OtherWork {
  const token = tokensOf(tenant);
  const [resource = ''] = path.split('?');
  return async (loop) => {
    const { id } = await ask(loop, { method: 'POST', path, token: token(), ...contents() });
    await ended(() => ask(loop, { method: 'GET', path: `${resource}/${id}`, token: token() }), LOOK_EVERY);
  };
}
