import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { query, UnitOfWork } from '../database';

/** Whether the database answers, and has every migration that this build brings. */
@Injectable()
export class DatabaseCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(): Promise<Record<'database' | 'migrations', string>> {
    try {
      const rows = await this.unitOfWork.unscoped<{ name: string }>(query('SELECT name FROM schema_migrations'));
      const applied = new Set(rows.map((row) => row.name));
      const missing = this.dataSource.migrations.filter(
        (migration) => !applied.has(migration.name ?? migration.constructor.name),
      );
      return { database: 'ok', migrations: missing.length === 0 ? 'ok' : `${missing.length} to run` };
    } catch {
      return { database: 'away', migrations: 'unknown' };
    }
  }
}
