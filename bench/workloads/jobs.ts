import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, ClosedLoop } from '../load/closed-loop';

/** An import or an export, as the API shows it. */
export interface Job {
  readonly id: number;
  readonly status: string;
}

/** Sends a request that starts or shows a job. */
export async function ask<Shown extends Job>(loop: ClosedLoop, call: Call): Promise<Shown> {
  const [body = ''] = await loop.send([call]);
  return (JSON.parse(body) as { data: Shown }).data;
}

/**
 * Waits until a job has ended. @param show returns its present state @param every milliseconds between two looks
 * @throws Error unless it is done
 */
export async function ended<Shown extends Job>(show: () => Promise<Shown>, every: number): Promise<Shown> {
  let found = await show();
  for (; ['queued', 'running'].includes(found.status); found = await show()) await sleep(every);
  if (found.status !== 'done') throw new Error(`The job did not end as it should: ${JSON.stringify(found)}`);
  return found;
}
