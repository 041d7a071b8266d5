import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 20;

/** Less than a test may take (patience.ts): what never comes is then named, and not only the test that waits for it. */
const MOST_MILLISECONDS = 240_000;

/**
 * Waits until the condition holds.
 * @param state what to show where it never does
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
