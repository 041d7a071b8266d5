import cluster from 'node:cluster';
import { once } from 'node:events';
import { pino } from 'pino';
import { ConfigurationError, type Environment, EXIT_CONFIGURATION } from '../config';
import { WORDED_LEVELS } from '../logging';
import { type StartFacts, startFailure } from './start-failure';

/** The message of a worker that failed to start to the primary, which writes the line for all of them. */
export interface FailedToStart {
  readonly type: 'procurement:failed-to-start';
  readonly line: object;
}

/**
 * Writes one JSON line on standard error that says why the start failed, and exits: with 78 (EX_CONFIG of sysexits.h) when
 * the configuration is wrong, else with 1.
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

/** Writes a fatal log line to standard error, synchronously: the process is about to exit. */
export function sayFailure(line: object): void {
  pino({ formatters: WORDED_LEVELS }, pino.destination({ fd: process.stderr.fd, sync: true })).fatal(line);
}

/** Writes one JSON line that says why a stop could not finish the requests under way. */
export function sayStopFailed(error: unknown): void {
  const { msg } = startFailure(error);
  sayFailure({ failed: 'stop', msg: `The service could not stop in good order: ${msg}` });
}

async function tellPrimary(line: object): Promise<void> {
  const message: FailedToStart = { type: 'procurement:failed-to-start', line };
  const said = new Promise((resolve) => process.send?.(message, undefined, undefined, resolve) ?? resolve(undefined));
  // A primary that is gone never confirms the message.
  await Promise.race([said, once(process, 'disconnect')]);
}

const isVerbose = (facts?: Pick<Environment, 'LOG_LEVEL'>): boolean =>
  ['debug', 'trace'].includes(facts?.LOG_LEVEL ?? '');
