import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT, type Environment } from '../../../config';
import { counterBy, readings } from '../../../metrics';
import { Periodic } from '../../../periodic';
import { dataSourceOptions, serviceConnections } from '../data-source';
import { Lag, positionOf } from './lag';

const PERIOD = 1_000;

/** The replicas of every service in this process; tests run several. */
const replicas = new Set<Replica>();

readings(
  'db_replica_lag_seconds',
  'How old at most is what the replica shows; +Inf while it is away',
  [],
  () => {
    const lags = [...replicas].map((replica) => replica.lagSeconds);
    return lags.length > 0 ? [{ labels: {}, value: Math.max(...lags) }] : [];
  },
  'max',
);
const reads = counterBy('db_replica_reads_total', 'Reads that may lag behind, by the server that answered', 'server', [
  'replica',
  'primary',
]);

const POSITION =
  'SELECT pg_current_wal_flush_lsn()::text AS lsn, system_identifier::text AS id FROM pg_control_system()';
const REPLAYED =
  'SELECT pg_is_in_recovery() AS follows, pg_last_wal_replay_lsn()::text AS lsn, system_identifier::text AS id FROM pg_control_system()';

/** The optional replica. Its lag is measured every second by log positions. */
@Injectable()
export class Replica implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(Replica.name);
  private readonly lag: Lag;
  private source: DataSource | undefined;
  /** The state in the last log line. */
  private wasFresh: boolean | undefined;

  constructor(
    private readonly primary: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly periodic: Periodic,
  ) {
    this.lag = new Lag(environment.DATABASE_REPLICA_MAX_LAG_MS);
  }

  onModuleInit(): void {
    if (this.environment.DATABASE_REPLICA_URL === undefined) return;
    replicas.add(this);
    this.periodic.add({
      name: 'Lag of the replica',
      every: PERIOD,
      runsAtStart: true,
      failure: 'The lag of the replica could not be measured; reports and exports are read from the primary',
      run: () => this.look(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    replicas.delete(this);
    await this.source?.destroy();
  }

  /** The replica's connections, or undefined if it lags too much. Counts which server is read. */
  fresh(): DataSource | undefined {
    if (this.environment.DATABASE_REPLICA_URL === undefined) return undefined;
    const isFresh = this.isFresh;
    reads.inc(isFresh ? 'replica' : 'primary');
    return isFresh ? this.source : undefined;
  }

  /** Called after a failed read: the primary is read until the next measurement. */
  failed(): void {
    this.lag.forget();
  }

  /** Infinity while it is unavailable. */
  get lagSeconds(): number {
    return this.lag.at(performance.now()) / 1000;
  }

  private get isFresh(): boolean {
    return this.lag.at(performance.now()) <= this.environment.DATABASE_REPLICA_MAX_LAG_MS;
  }

  private async look(): Promise<void> {
    try {
      await this.measure();
    } catch (error) {
      this.lag.forget();
      throw error;
    } finally {
      this.logChange();
    }
  }

  private async measure(): Promise<void> {
    const at = performance.now();
    const [primary] = await this.primary.query<{ lsn: string; id: string }[]>(POSITION);
    const source = (this.source ??= await this.connected());
    const [replica] = await source.query<{ follows: boolean; lsn: string | null; id: string }[]>(REPLAYED);
    if (!replica?.follows || replica.lsn === null)
      throw new Error('The server of DATABASE_REPLICA_URL is not a replica');
    if (!primary || replica.id !== primary.id) {
      throw new Error('The server of DATABASE_REPLICA_URL does not follow the server of DATABASE_URL');
    }
    this.lag.mark(at, positionOf(primary.lsn));
    this.lag.reach(positionOf(replica.lsn), performance.now());
  }

  private connected(): Promise<DataSource> {
    const DATABASE_URL = this.environment.DATABASE_REPLICA_URL ?? '';
    const settings = serviceConnections({ ...this.environment, DATABASE_URL });
    return new DataSource({ ...dataSourceOptions(settings), entities: [], migrations: [] }).initialize();
  }

  private logChange(): void {
    if (this.isFresh === this.wasFresh) return;
    this.wasFresh = this.isFresh;
    if (this.isFresh) this.log.log('Reports and exports are read from the replica');
    else this.log.warn('The replica is unavailable or lags too much: reports and exports are read from the primary');
  }
}
