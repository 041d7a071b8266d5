import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from './stage';

/** Concurrent requests of the worker and of the bare loop. */
export const IN_FLIGHT = 50;

/** Rate of a delivered backlog. */
export interface Delivered {
  readonly count: number;
  readonly perSecond: number;
  /** CPU time of the worker per delivery in milliseconds, including its start. */
  readonly processorMilliseconds: number;
}

/** Starts a worker and measures how fast it delivers a backlog. One change in ten is rolled back. */
export async function deliverBacklog(
  stage: Stage,
  changes: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Delivered> {
  stage.receiver.calls.length = 0;
  await stage.writer.write(changes);
  const worker = await stage.start('worker', env);
  await stage.verdict.settled();
  const at = stage.receiver.calls.map((call) => call.at);
  const count = at.length;
  // Ignores the first fifth: the process warms up.
  const perSecond = (count * 0.8 * 1000) / ((at.at(-1) ?? 0) - (at[Math.floor(count * 0.2)] ?? 0));
  return { count, perSecond, processorMilliseconds: (worker.processorSeconds() * 1000) / count };
}

/**
 * Measures the minimum cost of deliveries: calls to the receiver by a bare TLS loop, with new (`fresh`) or reused
 * connections (`kept`).
 * @returns calls per second
 */
export async function bareLoop(stage: Stage, connections: 'fresh' | 'kept', count = 2_000): Promise<number> {
  const loop = join(__dirname, 'bare-loop.mjs');
  const options = [stage.receiver.url('/bare'), stage.caFile, String(IN_FLIGHT), String(count), connections];
  return Number((await promisify(execFile)(process.execPath, [loop, ...options])).stdout);
}
