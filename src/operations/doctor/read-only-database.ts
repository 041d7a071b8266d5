import { DataSource } from 'typeorm';
import type { Environment } from '../../platform/config';
import { dataSourceOptions, serviceConnections } from '../../platform/database/connection/data-source';

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
