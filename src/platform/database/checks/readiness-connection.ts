import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config';
import { pendingMigrations } from '../schema/pending-migrations';
import { poolOf } from '../connection/typeorm-adapter';
import { type ConnectionVariables, poolOptions, serviceConnections } from '../connection/data-source';
import { isUnusable } from '../connection/errors';
import type { PooledClient } from '../connection/pipelined-client';
import { openingOf, settingCommands } from '../connection/settings';
import { SharedConnections } from '../connection/shared-connections';
import { query } from '../connection/statement';

/** How long the database may take to let the process in, and to answer, in milliseconds each. */
const DEADLINE = 2_000;

/** What readiness reports of the database: `busy` when it answers, but requests wait for a connection of the pool. */
export type DatabaseState = Readonly<Record<'database' | 'migrations', string>>;

/**
 * Asks the database for readiness over a connection of its own: a pool that is exhausted, by a locked table or by many clients, is no
 * reason to take the process out of the balancer. Calls at the same time share one question.
 */
@Injectable()
export class ReadinessConnection implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly connections: SharedConnections;
  private asked: Promise<DatabaseState> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: ConnectionVariables,
  ) {
    this.pool = new Pool({
      ...poolOptions({ ...serviceConnections(environment), patience: DEADLINE, answerLimit: DEADLINE }),
      connectionString: environment.DATABASE_URL,
      max: 1,
      application_name: 'procurement-service-readiness',
      allowExitOnIdle: true,
    });
    this.pool.on('error', () => undefined);
    this.connections = new SharedConnections(async () => (await this.pool.connect()) as unknown as PooledClient, 1);
  }

  /** Whether the database answers, and has every migration that this build brings. Never rejects. */
  state(): Promise<DatabaseState> {
    return (this.asked ??= this.ask().finally(() => (this.asked = undefined)));
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }

  private async ask(): Promise<DatabaseState> {
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
    const [rows] = await this.connections.use((client) => client.batch(opening, [query(text)]), isUnusable);
    return rows as Row[];
  }
}
