import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Option } from 'commander';
import type { Clock } from '../../../common/clock';
import { type Environment, readEnvironment } from '../../../platform/config/environment';

/** What every command takes. */
export interface Printed {
  readonly json?: boolean;
}

export const json = (): Option => new Option('--json', 'print one JSON object');

/** Says what a command did: as a sentence, or with `--json` as one object. */
export function print(options: Printed, object: object, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(object) : text}\n`);
}

/**
 * The environment that the service has inside a command: not a worker, because a command ends before it could deliver anything.
 * @throws ConfigurationError naming every fault
 */
export function commandEnvironment(): Environment {
  return { ...readEnvironment(), LOG_LEVEL: 'warn', PROCESS_ROLE: 'api' };
}

/**
 * Loads `src/application`, when a command needs it: many do not. `cli.ts` passes this, because modules cannot import the program
 * that they are part of.
 */
export type LoadApplication = () => Promise<{
  readonly createApplication: (environment: Environment, clock?: Clock) => Promise<NestExpressApplication>;
  readonly createWithoutApi: (environment: Environment) => Promise<INestApplicationContext>;
}>;

/** Runs work with the service's own modules, without listening. @throws ConfigurationError naming every fault */
export type InService = <T>(work: (app: INestApplicationContext) => Promise<T>) => Promise<T>;

export const inServiceOf =
  (load: LoadApplication): InService =>
  async (work) => {
    const environment = commandEnvironment();
    const { createWithoutApi } = await load();
    const app = await createWithoutApi(environment);
    app.flushLogs();
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  };
