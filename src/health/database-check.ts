import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations, query, UnitOfWork } from '../database';

/** Whether the database answers, and has every migration that this build brings. */
@Injectable()
export class DatabaseCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(): Promise<Record<'database' | 'migrations', string>> {
    try {
      const missing = await pendingMigrations(this.dataSource, (text) => this.unitOfWork.unscoped(query(text)));
      return { database: 'ok', migrations: missing.length === 0 ? 'ok' : `${missing.length} to run` };
    } catch {
      return { database: 'away', migrations: 'unknown' };
    }
  }
}
