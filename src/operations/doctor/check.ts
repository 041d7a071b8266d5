import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { Clock } from '../../common/clock';
import type { Environment, FaultyEnvironment } from '../../platform/config';
import { dataSourceOptions, serviceConnections } from '../../platform/database/connection/data-source';
import { startFailure } from '../../platform/processes';
import { type Finding, problem } from './domain/finding';

/** Input of checks. A connection is opened once, by the first check that needs it. */
export interface Context {
  readonly configuration: FaultyEnvironment;
  /** The readable part of the configuration. */
  readonly environment: Environment;
  readonly clock: Clock;
  /** A URL for a test delivery; undefined if not given. */
  readonly egress: string | undefined;
  /** Connects at the first call. @throws the driver's error; later calls throw the same error */
  readonly database: () => Promise<ReadOnlyDatabase>;
  /** Undefined without REDIS_URL. @throws StartRefusal for an unsuitable Redis, Error for an unavailable one */
  readonly redis: () => Promise<Redis | undefined>;
}

/** One subject of the diagnosis. Changes nothing. */
export interface Check {
  readonly name: string;
  /** Variables that must be valid; otherwise the check is skipped. */
  readonly variables?: readonly (keyof Environment)[];
  /** The connection that the check needs; without it the check is skipped. */
  readonly needs?: 'database' | 'redis';
  /** Time limit in seconds; default: 15. */
  readonly seconds?: number;
  /** A StartRefusal is a problem, any other error a warning. */
  readonly run: (context: Context) => Promise<readonly Finding[]>;
}

export function refusalOf(error: unknown, environment: Environment): Finding {
  const { msg, hint, faults } = startFailure(error, environment);
  return problem(faults?.join('; ') ?? msg, hint);
}

/** Connects with the service's login and role. Each query runs in a read-only transaction. */
export class ReadOnlyDatabase {
  private constructor(private readonly dataSource: DataSource) {}

  /** @throws the same error as a start of the service that cannot connect */
  static async connect(environment: Environment): Promise<ReadOnlyDatabase> {
    const connections = { ...serviceConnections(environment), poolSize: 2 };
    // Without entities: importing them would load the whole service.
    return new ReadOnlyDatabase(await new DataSource({ ...dataSourceOptions(connections), entities: [] }).initialize());
  }

  /** Migrations of this release. */
  get migrations(): DataSource['migrations'] {
    return this.dataSource.migrations;
  }

  /** @throws PostgreSQL error 25006 for a statement that writes */
  query<T>(text: string, values: unknown[] = []): Promise<T> {
    return this.ask(text, values);
  }

  /** Like {@link query}, but with search_path `public`, which determines how PostgreSQL prints expressions. */
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
