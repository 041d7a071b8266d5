import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionVariables, createDataSource, serviceConnections } from '../connection/data-source';
import { assertEncoding, assertMigrated } from './pending-migrations';

const PAUSE_MILLISECONDS = 1_000;

/**
 * Waits until the database has every migration of this build, which another process runs. Connects as the service, so
 * it needs no owner password. Also waits for an unreachable database.
 * @param within the longest wait in milliseconds
 * @param report receives the reason for the wait, each time it changes
 * @throws the last reason (StartRefusal, or a connection error) after the time
 */
export async function waitForSchema(
  environment: ConnectionVariables,
  within: number,
  report: (waitsFor: Error) => void,
): Promise<void> {
  const over = AbortSignal.timeout(within);
  let reported: string | undefined;
  for (;;) {
    const waitsFor = await check(environment).catch((error: unknown) => error as Error);
    if (waitsFor === undefined) return;
    if (over.aborted) throw waitsFor;
    if (waitsFor.message !== reported) report(waitsFor);
    reported = waitsFor.message;
    await pause(PAUSE_MILLISECONDS, undefined, { signal: over }).catch(() => undefined);
  }
}

/** @throws see {@link assertMigrated}, or a connection error */
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
