import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from './stage';

/** In flight at a time, of the worker and of the loop it is held against. */
export const IN_FLIGHT = 50;

/** How fast a backlog was delivered. */
export interface Delivered {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds of the worker's processor for each, its start included. */
  readonly processorMilliseconds: number;
}

/** Lets a worker of its own deliver a backlog of so many changes, one in ten of which is rolled back. Leaves the stage as it is. */
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
  // The first moments, in which the process warms up, are those of any start.
  const perSecond = (count * 0.8 * 1000) / ((at.at(-1) ?? 0) - (at[Math.floor(count * 0.2)] ?? 0));
  return { count, perSecond, processorMilliseconds: (worker.processorSeconds() * 1000) / count };
}

/**
 * What deliveries cost at the least: so many calls to the stage's receiver by a bare TLS loop, over a connection each
 * (`fresh`) or over connections that are kept. Answers how many a second.
 */
export async function bareLoop(stage: Stage, connections: 'fresh' | 'kept', count = 2_000): Promise<number> {
  const loop = join(__dirname, 'bare-loop.mjs');
  const options = [stage.receiver.url('/bare'), stage.caFile, String(IN_FLIGHT), String(count), connections];
  return Number((await promisify(execFile)(process.execPath, [loop, ...options])).stdout);
}
