import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../common/clock';
import { type TenantId, tenantIdFrom } from '../../../common/records/ids';
import { type Environment, readEnvironment } from '../../../platform/config/environment';
import type { TenantWalk, Walked } from '../../../platform/database';
import { Echoes, STOP_SIGNALS } from '../../../platform/processes/stop-signals';
import { Progress, type Shown } from './progress';

export const json = (): Option => new Option('--json', 'print one JSON object');

export const quiet = (): Option => new Option('--quiet', 'show no progress');

/** @param isWrong sets the exit code 1 */
export function print({ json }: Shown, object: object, lines: readonly string[], isWrong = false): void {
  process.stdout.write(`${json ? JSON.stringify(object) : lines.join('\n')}\n`);
  if (isWrong) process.exitCode = 1;
}

/** Not a worker, because a command ends before it could deliver anything. @throws ConfigurationError with all faults */
export function commandEnvironment(): Environment {
  return { ...readEnvironment(), LOG_LEVEL: 'warn', PROCESS_ROLE: 'api' };
}

/** Loads `src/application`. `cli.ts` passes this, because modules cannot import the program. */
export type LoadApplication = () => Promise<{
  readonly createApplication: (environment: Environment, clock?: Clock) => Promise<NestExpressApplication>;
  readonly createWithoutApi: (environment: Environment) => Promise<INestApplicationContext>;
}>;

type Work<Options, More extends readonly unknown[] = [], Result = void> = (
  app: INestApplicationContext,
  options: Options & Shown,
  ...more: More
) => Promise<Result>;

/** Commands that use the service's modules, without listening. */
export class ServiceCommands {
  constructor(private readonly load: LoadApplication) {}

  short<Options>(command: Command, work: Work<Options>): void {
    command.addOption(json()).action(() => this.inService((app) => work(app, command.opts<Options & Shown>())));
  }

  long<Options>(command: Command, work: Work<Options, [Progress]>): void {
    this.short<Options>(command.addOption(quiet()), (app, options) => work(app, options, new Progress(options)));
  }

  /** A command that processes one tenant after another and can be stopped in between. */
  walking<Options>(command: Command, work: Work<Options, [TenantWalk], Walked>): void {
    command
      .addOption(after())
      .addOption(quiet())
      .addOption(json())
      .action(() => {
        const options = command.opts<Options & WalkOptions>();
        return stoppable(command.name(), options, (walk) => this.inService((app) => work(app, options, walk)));
      });
  }

  /** @throws ConfigurationError with all faults */
  private async inService<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
    const environment = commandEnvironment();
    const { createWithoutApi } = await this.load();
    const app = await createWithoutApi(environment);
    app.flushLogs();
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  }
}

interface WalkOptions extends Shown {
  readonly after?: TenantId;
}

const after = (): Option =>
  new Option('--after <tenant id>', 'start after this tenant, where an earlier run was stopped').argParser(tenantId);

function tenantId(text: string): TenantId {
  try {
    return tenantIdFrom(text);
  } catch {
    throw new InvalidArgumentError('It must be the id of a tenant that the stopped run printed.');
  }
}

/**
 * SIGINT, SIGTERM or SIGHUP stop `work` after the current tenant. The results so far and the command to continue are
 * printed, and the process ends by the signal. A second signal ends it immediately.
 */
async function stoppable(
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
  // Wait for the signal to end the process, so that callers do not treat the command as completed.
  await sleep(60_000);
}
