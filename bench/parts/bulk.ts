import { setTimeout as sleep } from 'node:timers/promises';
import { openLoop } from '../load/open-loop';
import { median, quantile } from '../load/statistics';
import type { Scale } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { OWNER, tokenOf } from '../stage/tokens';
import { processorTime, residentMemory } from '../stage/usage';
import { getOrder } from '../workloads/calls';

/** An import of vendors, and what it does to others. */
export interface Bulk {
  readonly rows: number;
  /** Seconds from the request until the import had ended, with nothing else to do. */
  readonly seconds: number;
  /** Milliseconds of processor time a row: of the worker, and of PostgreSQL. */
  readonly workerCpu: number;
  readonly postgresCpu: number;
  /** Resident memory of the worker in bytes: the medians of the second quarter of the import and of its last. */
  readonly memory: { readonly second: number; readonly last: number; readonly most: number };
  /** W1 of other tenants at a fixed rate, while nothing is imported and while something is. */
  readonly beside: readonly Beside[];
}

/** Requests that are due at a fixed rate, whatever became of those before. */
interface Beside {
  /** Requests a second. */
  readonly rate: number;
  readonly quiet: Waited;
  readonly importing: Waited;
  /** The import's rows a second meanwhile. */
  readonly imported: number;
}

/** Milliseconds. */
interface Waited {
  readonly p50: number;
  readonly p99: number;
}

interface Import {
  readonly id: number;
  readonly status: string;
  readonly rows_done: number;
  readonly rows_failed: number;
}

/** Requests a second of W1 beside an import: of a few users, and of many. */
const RATES = [25, 100, 300];
const LOOK_EVERY = 1_000;

/** Imports vendors into one tenant by a worker of its own: alone, and beside another tenant's W1 on an API process. */
export async function bulk(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Bulk> {
  const api = await stage.service('api', 3, { PROCESS_ROLE: 'api' });
  const worker = await stage.service('worker', 3, { PROCESS_ROLE: 'worker' });
  const imports = new Imports(api.address, tokenOf(scale.busy.slug, OWNER, 1));
  try {
    const alone = await importedAlone(imports, { worker, stage, rows: scale.importRows });
    say(
      `${scale.importRows} vendors in ${alone.seconds.toFixed(0)} s; worker ${alone.workerCpu.toFixed(2)} and PostgreSQL ${alone.postgresCpu.toFixed(2)} ms a row, memory ${mebibytes(alone.memory.second)} -> ${mebibytes(alone.memory.last)}, most ${mebibytes(alone.memory.most)} MiB`,
    );
    const beside = await importedBeside(imports, api, scale);
    for (const { rate, quiet, importing, imported } of beside) {
      say(
        `W1 at ${rate}/s: p99 ${quiet.p99.toFixed(1)} -> ${importing.p99.toFixed(1)} ms, p50 ${quiet.p50.toFixed(1)} -> ${importing.p50.toFixed(1)} ms, beside ${imported.toFixed(0)} rows a second`,
      );
    }
    return { rows: scale.importRows, ...alone, beside };
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
  }
}

async function importedAlone(
  imports: Imports,
  { worker, stage, rows }: { worker: Program; stage: Stage; rows: number },
): Promise<Pick<Bulk, 'seconds' | 'workerCpu' | 'postgresCpu' | 'memory'>> {
  const postgres = stage.servers.postgres.pid;
  const spent = (): readonly [number, number] => [processorTime(worker.pid), processorTime(postgres, true)];
  const memory: number[] = [];
  const before = spent();
  const started = performance.now();
  const id = await imports.begin(rows);
  for (let at = await imports.get(id); !isOver(at); at = await imports.get(id)) {
    memory.push(residentMemory(worker.pid));
    await sleep(LOOK_EVERY);
  }
  const seconds = (performance.now() - started) / 1000;
  const after = spent();
  await imports.requireWhole(id, rows);
  const quarter = (which: number): number[] =>
    memory.slice(Math.floor((memory.length * (which - 1)) / 4), Math.ceil((memory.length * which) / 4));
  return {
    seconds,
    workerCpu: (after[0] - before[0]) / rows,
    postgresCpu: (after[1] - before[1]) / rows,
    memory: { second: median(quarter(2)), last: median(quarter(4)), most: Math.max(...memory) },
  };
}

/** W1 at each rate before an import and while it runs. */
async function importedBeside(imports: Imports, api: Program, scale: Scale): Promise<Beside[]> {
  const load = async (rate: number): Promise<readonly number[]> =>
    (await openLoop(api.address, getOrder(scale), rate, scale.openLoopSeconds * 2)).latencies;
  await load(Math.max(...RATES));
  const quiet: Waited[] = [];
  for (const rate of RATES) quiet.push(waited(await load(rate)));
  const id = await imports.begin(scale.importRows);
  while ((await imports.get(id)).rows_done === 0) await sleep(100);
  const found: Beside[] = [];
  for (const [place, rate] of RATES.entries()) {
    const { rows_done: from } = await imports.get(id);
    const started = performance.now();
    const importing = waited(await load(rate));
    const seconds = (performance.now() - started) / 1000;
    const { rows_done: until, status } = await imports.get(id);
    if (status !== 'running') throw new Error(`The import was over (${status}) while W1 was measured beside it`);
    const before = quiet[place] ?? importing;
    found.push({ rate, quiet: before, importing, imported: (until - from) / seconds });
  }
  while (!isOver(await imports.get(id))) await sleep(LOOK_EVERY);
  await imports.requireWhole(id, scale.importRows);
  return found;
}

/** Imports of vendors that are not there yet, of one tenant. */
class Imports {
  private begun = 0;
  private readonly run = Date.now().toString(36);

  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  /** @returns the import's id */
  async begin(rows: number): Promise<number> {
    this.begun += 1;
    const csv = vendors(rows, `${this.run}-${this.begun}`);
    return (await this.ask('POST', '/v1/imports?resource=vendors', csv)).id;
  }

  get(id: number): Promise<Import> {
    return this.ask('GET', `/v1/imports/${id}`);
  }

  /** @throws Error unless every row of it was imported */
  async requireWhole(id: number, rows: number): Promise<void> {
    const found = await this.get(id);
    if (found.status !== 'done' || found.rows_done !== rows || found.rows_failed > 0)
      throw new Error(`The import did not end as it should: ${JSON.stringify(found)}`);
  }

  private async ask(method: string, path: string, body?: string): Promise<Import> {
    const answer = await fetch(this.address + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'text/csv' } : {}) },
      ...(body ? { body } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: Import }).data;
  }
}

/** A file of vendors, as CSV; no two runs have one in common. */
export function vendors(rows: number, run: string): string {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `${run}-${row},"Trading company ${row} of ${run}",sales${row}@vendor.example,+966500000000,30,Category ${row % 10}`,
  );
  return ['external_id,name,email,phone,payment_terms,category', ...lines].join('\n');
}

const isOver = ({ status }: Import): boolean => !['queued', 'running'].includes(status);
const waited = (latencies: readonly number[]): Waited => ({
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
});
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
