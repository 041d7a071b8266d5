import { InvalidArgumentError, Option } from 'commander';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TenantId, tenantIdFrom } from '../../../common/records/ids';
import type { TenantWalk, Walked } from '../../../platform/database';
import { Echoes, STOP_SIGNALS } from '../../../platform/processes/stop-signals';
import type { Printed } from './command-line';
import { Progress } from './progress';

/** What commands take that go from tenant to tenant. */
export interface WalkOptions extends Printed {
  readonly quiet?: boolean;
  readonly after?: TenantId;
}

export const quiet = (): Option => new Option('--quiet', 'show no progress');

export const after = (): Option =>
  new Option('--after <tenant id>', 'begin behind this tenant, where an earlier run was stopped').argParser(tenantId);

function tenantId(text: string): TenantId {
  try {
    return tenantIdFrom(text);
  } catch {
    throw new InvalidArgumentError('It must be the id of a tenant, as the run that was stopped has said.');
  }
}

/**
 * Runs a work that goes from tenant to tenant, and shows how far it is. SIGINT, SIGTERM or SIGHUP stop it after the tenant that is
 * in hand: what was found so far is printed, standard error says how to go on, and the process ends by the signal. A second
 * signal ends it at once.
 * @param command its name
 * @param work prints what it has found, also when it was stopped
 */
export async function stoppable(
  command: string,
  options: WalkOptions,
  work: (walk: TenantWalk) => Promise<Walked>,
): Promise<void> {
  const progress = new Progress(options);
  const echoes = new Echoes();
  let stop: NodeJS.Signals | undefined;
  const asked = (signal: NodeJS.Signals): void => {
    if (echoes.isEcho(signal, performance.now())) return;
    if (stop !== undefined) process.exit(128 + constants.signals[signal]);
    stop = signal;
    progress.end();
    process.stderr.write('Stopping after the tenant in hand; once more stops at once.\n');
  };
  for (const signal of STOP_SIGNALS) process.on(signal, asked);
  const walked = await work({
    after: options.after,
    isStopped: () => stop !== undefined,
    at: (done, total) => {
      if (done === total) progress.end();
      else progress.at({ done, total, unit: 'tenants' });
    },
  });
  for (const signal of STOP_SIGNALS) process.off(signal, asked);
  if (stop === undefined || walked.complete) return;
  const from = walked.stopped_after === null ? '' : ` --after ${walked.stopped_after}`;
  process.stderr.write(`Stopped. To go on: node dist/cli.js ${command}${from}\n`);
  process.kill(process.pid, stop);
  // It ends here: whoever waits for this must not take it for done.
  await sleep(60_000);
}
