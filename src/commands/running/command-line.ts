import type { INestApplicationContext } from '@nestjs/common';
import { Option } from 'commander';
import { type Environment, readEnvironment } from '../../config/environment';

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

/** Runs with the service's own modules, without listening. @throws ConfigurationError naming every fault */
export async function inService<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const environment = commandEnvironment();
  const { createWithoutApi } = await import('../../application.js');
  const app = await createWithoutApi(environment);
  app.flushLogs();
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
