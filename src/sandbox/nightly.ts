import { type INestApplicationContext, Logger } from '@nestjs/common';
import { Clock, addDays } from '../common/clock';
import type { Environment } from '../config';
import { UnitOfWork, query } from '../database';
import { Periodic } from '../periodic';
import { resetSandbox } from './reset';

/** Finds what an instance that crashed has left, and tenants that a stopped sandbox has missed. */
const LOOK_MILLISECONDS = 45_000;

/**
 * Resets a sandbox at 00:00 UTC, from any of its instances that work: the first to shut a tenant resets it.
 * @returns what stops it, after the reset in hand
 */
export function resetNightly(app: INestApplicationContext, environment: Environment): () => Promise<void> {
  const log = new Logger('Sandbox');
  const clock = app.get(Clock);

  const look = async (): Promise<void> => {
    const due = await app
      .get(UnitOfWork)
      .unscoped(query('SELECT id FROM due_sandbox_tenants($1, $2) AS id', [clock.today(), clock.now()]));
    if (due.length === 0) return;
    const reset = await resetSandbox(environment, 'due', clock);
    log.log(`${reset.length} tenants reset`);
  };
  const untilMidnight = (): number => {
    const midnight = Date.parse(`${addDays(clock.today(), 1)}T00:00:00.000Z`);
    return midnight - clock.now().getTime();
  };
  const repetition = app.get(Periodic).add({
    name: 'Sandbox reset',
    every: () => Math.min(untilMidnight(), LOOK_MILLISECONDS),
    runsAtStart: true,
    onlyInWorkers: true,
    failure: 'A reset failed; its tenant stays shut and is tried again',
    run: look,
  });
  return () => repetition.stop();
}
