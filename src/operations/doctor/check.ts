import type { Redis } from 'ioredis';
import type { Clock } from '../../common/clock';
import type { Environment, FaultyEnvironment } from '../../platform/config';
import { startFailure } from '../../platform/processes';
import { type Finding, problem } from './domain/finding';
import type { ReadOnlyDatabase } from './read-only-database';

/** What checks look at. A connection is opened once, by the first check that asks for it. */
export interface Context {
  readonly configuration: FaultyEnvironment;
  /** Of the configuration: what could be read. */
  readonly environment: Environment;
  readonly clock: Clock;
  /** An address that a delivery is to reach; undefined when none was asked for. */
  readonly egress: string | undefined;
  /** @throws what the driver fails with, at every call */
  readonly database: () => Promise<ReadOnlyDatabase>;
  /**
   * @returns undefined where REDIS_URL is not set
   * @throws StartRefusal for a Redis that will not do, Error for one that is away, at every call
   */
  readonly redis: () => Promise<Redis | undefined>;
}

/** One subject of the diagnosis. It looks, and leaves everything as it was. */
export interface Check {
  /** One or two words. */
  readonly name: string;
  /** Variables without which it is skipped, because what they say is wrong. */
  readonly variables?: readonly (keyof Environment)[];
  /** What else it cannot do without; where that is away it is skipped. */
  readonly needs?: 'database' | 'redis';
  /** Seconds that it may take; 15 when left out. */
  readonly seconds?: number;
  /** An error that is a refusal of a start is a problem, any other a warning. */
  readonly run: (context: Context) => Promise<readonly Finding[]>;
}

/** An error as the refusal of a start that it is. */
export function refusalOf(error: unknown, environment: Environment): Finding {
  const { msg, hint, faults } = startFailure(error, environment);
  return problem(faults?.join('; ') ?? msg, hint);
}
