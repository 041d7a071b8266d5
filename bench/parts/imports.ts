import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, ClosedLoop } from '../load/closed-loop';
import { openLoop } from '../load/open-loop';
import { measured, quantiles } from '../load/pairs';
import { mebibytes, short, type Table, whole } from '../report';
import type { Scale } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { OWNER, tokenOf } from '../stage/tokens';
import { residentMemory } from '../stage/usage';
import { getOrder, vendorsCsv } from '../workloads/calls';
import { ask, ended, type Job } from '../workloads/jobs';

/** Rates of W1 during an import, in requests per second: few users, and many. */
const RATES = [25, 100, 300];
const LOOK_EVERY = 1_000;

/** Imports vendors into one tenant with a separate worker: alone, and during W1 of other tenants on an API process. */
export async function imports(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Table[]> {
  const api = await stage.service('api', 3, { PROCESS_ROLE: 'api' });
  const worker = await stage.service('worker', 3, { PROCESS_ROLE: 'worker' });
  const loop = new ClosedLoop(api.address, 1);
  const vendors = new Vendors(loop, scale);
  const alone = await measured(worker, stage.servers.postgres.pid, async () => {
    const started = performance.now();
    await vendors.end(await vendors.begin());
    return { requests: scale.importRows, seconds: (performance.now() - started) / 1000, latencies: [] };
  });
  const memory = mebibytes(residentMemory(worker.pid));
  const cpu = [alone.programCpu, alone.postgresCpu].map((all) => short(all / scale.importRows));
  const row = [whole(scale.importRows), whole(alone.seconds), ...cpu, memory];
  say(`imported alone: ${row.join(', ')}`);
  const beside = await readBeside(api, vendors, scale);
  await Promise.all([loop.close(), api.stop(), worker.stop()]);
  return [
    { head: ['Vendors imported', 's', 'Node ms a row', 'PostgreSQL ms a row', 'worker afterwards, MiB'], rows: [row] },
    { head: ['W1 a second', 'p50, p99, p99.9 ms alone', 'beside an import', 'its rows a second'], rows: beside },
  ];
}

async function readBeside(api: Program, vendors: Vendors, scale: Scale): Promise<string[][]> {
  const load = async (rate: number): Promise<string> => {
    const { latencies } = await openLoop(api.address, getOrder(scale), rate, scale.openLoopSeconds * 2);
    return quantiles(latencies).map(short).join(', ');
  };
  await load(Math.max(...RATES));
  const alone = new Map<number, string>();
  for (const rate of RATES) alone.set(rate, await load(rate));
  const id = await vendors.begin();
  while ((await vendors.look(id)).rows_done === 0) await sleep(100);
  const rows: string[][] = [];
  for (const rate of RATES) {
    const before = await vendors.look(id);
    const started = performance.now();
    const beside = await load(rate);
    const seconds = (performance.now() - started) / 1000;
    const after = await vendors.look(id);
    if (after.status !== 'running') throw new Error(`The import was ${after.status} during the measurement of W1`);
    rows.push([whole(rate), alone.get(rate) ?? '', beside, whole((after.rows_done - before.rows_done) / seconds)]);
  }
  await vendors.end(id);
  return rows;
}

interface Import extends Job {
  readonly rows_done: number;
  readonly rows_failed: number;
}

class Vendors {
  private begun = 0;
  private readonly run = Date.now().toString(36);

  constructor(
    private readonly loop: ClosedLoop,
    private readonly scale: Scale,
  ) {}

  async begin(): Promise<number> {
    const body = vendorsCsv(this.scale.importRows, `${this.run}-${(this.begun += 1)}`);
    return (await this.ask({ method: 'POST', path: '/v1/imports?resource=vendors', type: 'text/csv', body })).id;
  }

  look(id: number): Promise<Import> {
    return this.ask({ method: 'GET', path: `/v1/imports/${id}` });
  }

  /** Waits for the end of an import. @throws Error unless every row was imported */
  async end(id: number): Promise<void> {
    const found = await ended(() => this.look(id), LOOK_EVERY);
    if (found.rows_done !== this.scale.importRows || found.rows_failed > 0)
      throw new Error(`Rows are missing after the import: ${JSON.stringify(found)}`);
  }

  private ask(call: Omit<Call, 'token'>): Promise<Import> {
    return ask(this.loop, { ...call, token: tokenOf(this.scale.busy.slug, OWNER, 1) });
  }
}
