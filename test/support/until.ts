import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 20;

/** Less than the timeout of a test (patience.ts), so that the error contains the condition. */
const MOST_MILLISECONDS = 240_000;

/**
 * Waits until the condition holds.
 * @param state the state to print if it never does
 */
export async function until(holds: () => boolean | Promise<boolean>, state?: () => unknown): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > MOST_MILLISECONDS) {
      throw new Error(`Waited in vain for ${holds.toString()}: ${JSON.stringify(await state?.())}`);
    }
    await sleep(PAUSE_MILLISECONDS);
  }
}
