import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config';
import { pendingMigrations } from '../schema/pending-migrations';
import { poolOf } from '../connection/typeorm-adapter';
import { type ConnectionVariables, serviceConnections } from '../connection/data-source';
import { isUnusable } from '../connection/errors';
import { openingOf, settingCommands } from '../connection/settings';
import { OwnPool } from '../connection/shared-connections';
import { query } from '../connection/statement';

/** For connecting and for answering, in milliseconds each. */
const DEADLINE = 2_000;

/** The readiness of the database: `busy` if it answers but requests wait for a connection of the pool. */
export type DatabaseState = Readonly<Record<'database' | 'migrations', string>>;

/** Has a separate connection, so that an exhausted pool does not make the process unready. Calls share one check. */
@Injectable()
export class ReadinessConnection implements OnApplicationShutdown {
  private readonly pool: OwnPool;
  private pending: Promise<DatabaseState> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: ConnectionVariables,
  ) {
    const settings = { ...serviceConnections(environment), patience: DEADLINE, answerLimit: DEADLINE };
    this.pool = new OwnPool(settings, 'readiness', 1);
  }

  /** Whether the database answers and has all migrations of this build. Never rejects. */
  state(): Promise<DatabaseState> {
    return (this.pending ??= this.queryState().finally(() => (this.pending = undefined)));
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }

  private async queryState(): Promise<DatabaseState> {
    try {
      const missing = await pendingMigrations(this.dataSource, (text) => this.query<{ name: string }>(text));
      const database = poolOf(this.dataSource).waitingCount > 0 ? 'busy' : 'ok';
      return { database, migrations: missing.length === 0 ? 'ok' : `${missing.length} to run` };
    } catch {
      return { database: 'away', migrations: 'unknown' };
    }
  }

  private async query<Row>(text: string): Promise<Row[]> {
    const limits = { statement: DEADLINE, lock: DEADLINE, idle: DEADLINE };
    const settings = settingCommands(this.environment.DATABASE_ROLE, undefined, limits);
    const opening = { ...openingOf(`BEGIN READ ONLY; ${settings}`, limits), beginLimit: DEADLINE };
    return (await this.pool.run(opening, query(text), isUnusable)) as Row[];
  }
}
