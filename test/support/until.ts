import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 20;

/** Waits until the condition holds, for as long as the test may take. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(PAUSE_MILLISECONDS);
}
