import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { Clock } from '../../common/clock';
import type { Environment, FaultyEnvironment } from '../../platform/config';
import { dataSourceOptions, serviceConnections } from '../../platform/database/connection/data-source';
import { startFailure } from '../../platform/processes';
import { type Finding, problem } from './domain/finding';

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

/** The service's own connections, login and role, each question in a transaction that can change nothing. */
export class ReadOnlyDatabase {
  private constructor(private readonly dataSource: DataSource) {}

  /** @throws what a start of the service fails with */
  static async connect(environment: Environment): Promise<ReadOnlyDatabase> {
    const connections = { ...serviceConnections(environment), poolSize: 2 };
    // Entities play no part: loading them would bring the whole service along.
    return new ReadOnlyDatabase(await new DataSource({ ...dataSourceOptions(connections), entities: [] }).initialize());
  }

  /** The migrations that this build brings. */
  get migrations(): DataSource['migrations'] {
    return this.dataSource.migrations;
  }

  /** @throws PostgreSQL's error 25006 for a statement that would change something */
  query<T>(text: string, values: unknown[] = []): Promise<T> {
    return this.ask(text, values);
  }

  /** As {@link query}, and PostgreSQL writes expressions as it does where `public` alone is searched. @throws as query does */
  queryInPublic<T>(text: string, values: unknown[]): Promise<T> {
    return this.ask(text, values, 'SET LOCAL search_path = public');
  }

  private async ask<T>(text: string, values: unknown[], setting?: string): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.query('START TRANSACTION READ ONLY');
      if (setting !== undefined) await runner.query(setting);
      const rows = (await runner.query(text, values)) as T;
      await runner.query('COMMIT');
      return rows;
    } catch (error) {
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}
