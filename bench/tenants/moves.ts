import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { type Call, send } from '../load/closed-loop';
import { median, quantile } from '../load/statistics';
import type { Scale } from '../scale';
import { operatorsEnvironment } from './commands';
import type { Stage } from '../stage/stage';
import { OWNER, tokenOf } from '../stage/tokens';
import { peakMemory } from '../stage/usage';
import { createOrder, getting, inTurn } from '../workloads/calls';

/** Milliseconds between requests of the other tenant, and how many there are before the commands. */
const BETWEEN = 50;
const ALONE = 200;

/** Requests of another tenant, milliseconds. */
export interface Waits {
  readonly requests: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/** A command about the largest tenant. */
export interface Move {
  readonly command: string;
  readonly seconds: number;
  readonly code: number | null;
  /** The most memory of its process at any moment, bytes. */
  readonly memory: number;
  /** What another tenant saw meanwhile. */
  readonly others: Waits;
}

export interface Moves {
  readonly alone: Waits;
  readonly moves: readonly Move[];
  /** `POST /exports` of the largest tenant, all kinds, as a worker writes it. */
  readonly exported: { readonly seconds: number; readonly rows: number; readonly memory: number };
}

/** Exports the largest tenant, imports it under another slug and erases the copy, while another tenant reads and writes. */
export async function moves(stage: Stage, say: (what: string) => void, scale: Scale): Promise<Moves> {
  const folder = mkdtempSync(join(tmpdir(), 'procurement-bench-moves-'));
  const service = await stage.service('moves', 6, { PROCESS_ROLE: 'api' });
  const client = new Client(service.address);
  const calls = inTurn(getting(scale.middle, '/v1/purchase-orders'), createOrder([scale.middle]));
  /** Asks until it is over. */
  const asking = async (isOver: (requests: number) => boolean): Promise<Waits> => {
    const times: number[] = [];
    while (!isOver(times.length)) {
      const started = performance.now();
      await send(client, calls());
      times.push(performance.now() - started);
      await pause(BETWEEN);
    }
    return { requests: times.length, median: median(times), p99: quantile(times, 0.99), longest: Math.max(...times) };
  };
  try {
    const alone = await asking((requests) => requests >= ALONE);
    say(`alone: ${shown(alone)}`);
    const env = operatorsEnvironment(stage);
    const out = join(folder, 'archive');
    const found: Move[] = [];
    for (const line of [
      `tenant:export --slug ${scale.large.slug} --out ${out} --quiet`,
      `tenant:import ${out} --slug copy --without-tokens --quiet`,
      'tenant:erase --slug copy --confirm copy --quiet',
    ]) {
      const ran = begun(line.split(' '), env);
      const others = await asking(() => ran.isOver());
      const move = { command: line.split(' ')[0] ?? '', ...(await ran.ended), others };
      found.push(move);
      say(
        `${move.command}: ${move.seconds.toFixed(1)} s, exit code ${move.code}, ${(move.memory / 2 ** 20).toFixed(0)} MiB; others: ${shown(others)}`,
      );
    }
    return { alone, moves: found, exported: await exported(stage, scale, client, say) };
  } finally {
    await client.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Exports over the API, with a worker of its own. */
async function exported(
  stage: Stage,
  { large }: Scale,
  client: Client,
  say: (what: string) => void,
): Promise<Moves['exported']> {
  const worker = await stage.service('exporting', 6, { PROCESS_ROLE: 'worker' });
  const token = tokenOf(large.slug, OWNER, 1);
  const started = performance.now();
  const asked = await answer(client, { method: 'POST', path: '/v1/exports', token, body: '{"format":"csv"}' });
  let seen = asked;
  while (seen.status !== 'done' && seen.status !== 'failed') {
    await pause(500);
    seen = await answer(client, { method: 'GET', path: `/v1/exports/${asked.id}`, token });
  }
  const found = { seconds: (performance.now() - started) / 1000, rows: seen.rows, memory: peakMemory(worker.pid) };
  say(
    `POST /exports: ${seen.status}, ${found.rows} rows in ${found.seconds.toFixed(1)} s, the worker ${(found.memory / 2 ** 20).toFixed(0)} MiB`,
  );
  await worker.stop();
  return found;
}

interface ExportSeen {
  readonly id: number;
  readonly status: string;
  readonly rows: number;
}

async function answer(client: Client, call: Call): Promise<ExportSeen> {
  return (JSON.parse(await send(client, call, true)) as { data: ExportSeen }).data;
}

const shown = ({ requests, median: middle, p99, longest }: Waits): string =>
  `${requests} requests, median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;

/** Starts a command. */
function begun(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly ended: Promise<Pick<Move, 'seconds' | 'code' | 'memory'>>; isOver(): boolean } {
  const started = performance.now();
  const child = spawn(process.execPath, [join(__dirname, '../../dist/cli.js'), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const looking = setInterval(() => {
    if (child.pid !== undefined && !isOver()) memory = Math.max(memory, peakMemory(child.pid));
  }, 50);
  const ended = once(child, 'exit').then(([code]) => {
    clearInterval(looking);
    return { seconds: (performance.now() - started) / 1000, code: code as number | null, memory };
  });
  return { ended, isOver };
}
