import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionVariables, createDataSource, serviceConnections } from '../connection/data-source';
import { assertEncoding, assertMigrated } from './pending-migrations';

const PAUSE_MILLISECONDS = 1_000;

/**
 * Waits until the database has every migration of this build, which somebody else runs. Connects as the service does: whoever
 * waits needs no password of the owner's. A database that cannot be reached yet is waited for too.
 * @param within how long at most, in milliseconds
 * @param tell called with what it waits for, each time that is something else
 * @throws what it waited for last (StartRefusal, or the error of the connection) when the time is over
 */
export async function waitForSchema(
  environment: ConnectionVariables,
  within: number,
  tell: (waitsFor: Error) => void,
): Promise<void> {
  const over = AbortSignal.timeout(within);
  let told: string | undefined;
  for (;;) {
    const waitsFor = await check(environment).catch((error: unknown) => error as Error);
    if (waitsFor === undefined) return;
    if (over.aborted) throw waitsFor;
    if (waitsFor.message !== told) tell(waitsFor);
    told = waitsFor.message;
    await pause(PAUSE_MILLISECONDS, undefined, { signal: over }).catch(() => undefined);
  }
}

/** Over a connection of its own: after a failed one nothing is kept. @throws as {@link assertMigrated} and the connection do */
async function check(environment: ConnectionVariables): Promise<undefined> {
  const dataSource = createDataSource({ ...serviceConnections(environment), poolSize: 1 });
  try {
    await dataSource.initialize();
    await assertEncoding(dataSource);
    await assertMigrated(dataSource);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
