import cluster from 'node:cluster';
import { once } from 'node:events';
import { pino } from 'pino';
import { ConfigurationError, type Environment, EXIT_CONFIGURATION } from '../config';
import { WORDED_LEVELS } from '../logging';
import { type StartFacts, startFailure } from './start-failure';

/** What one of several processes that failed to start tells the primary, which alone speaks of it. */
export interface FailedToStart {
  readonly type: 'procurement:failed-to-start';
  readonly line: object;
}

/**
 * Says in one JSON line on standard error why the start failed, and ends the process: with 78 where the configuration
 * is wrong, else with 1.
 */
export async function failToStart(error: unknown, facts?: StartFacts & Pick<Environment, 'LOG_LEVEL'>): Promise<never> {
  const exitCode = error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1;
  const line = {
    ...startFailure(error, facts),
    ...(isVerbose(facts) && error instanceof Error ? { stack: error.stack } : {}),
  };
  if (cluster.isWorker) await tellPrimary(line);
  else sayFailure(line);
  process.exit(exitCode);
}

/** Writes the line. */
export function sayFailure(line: object): void {
  pino({ formatters: WORDED_LEVELS }, pino.destination({ fd: process.stderr.fd, sync: true })).fatal(line);
}

/** Says why what was in hand could not be finished. */
export function sayStopFailed(error: unknown): void {
  const { msg } = startFailure(error);
  sayFailure({ failed: 'stop', msg: `The service could not stop in good order: ${msg}` });
}

async function tellPrimary(line: object): Promise<void> {
  const message: FailedToStart = { type: 'procurement:failed-to-start', line };
  const said = new Promise((resolve) => process.send?.(message, undefined, undefined, resolve) ?? resolve(undefined));
  // A primary that is gone takes nothing any more.
  await Promise.race([said, once(process, 'disconnect')]);
}

const isVerbose = (facts?: Pick<Environment, 'LOG_LEVEL'>): boolean =>
  ['debug', 'trace'].includes(facts?.LOG_LEVEL ?? '');
