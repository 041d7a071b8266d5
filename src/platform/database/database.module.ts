import { Global, Inject, Injectable, Logger, Module, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ENVIRONMENT, Environment } from '../config';
import { AuditEntry } from './entities/audit-entry.entity';
import { EventRecord } from './entities/event.entity';
import { NumberSeriesEntry } from './entities/number-series.entity';
import { dataSourceOptions, serviceConnections } from './connection/data-source';
import { hidePool, showPool } from './connection/pool-metrics';
import { AuditLog } from './records/audit-log';
import { NumberSeries } from './records/number-series';
import { Outbox } from './records/outbox';
import { TimelineWatch } from './recovery/timeline-watch';
import { STARTUP_CHECKS } from './checks/startup-checks';
import { poolOf } from './connection/typeorm-adapter';
import { ReadinessConnection } from './checks/readiness-connection';
import { LaggingReads } from './transaction/lagging-reads';
import { Replica } from './connection/replica/replica';
import { UnitOfWork } from './transaction/unit-of-work';

/** Runs the startup checks. */
@Injectable()
export class DatabaseLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(DatabaseLifecycle.name);
  private pool: Pool | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async onModuleInit(): Promise<void> {
    try {
      for (const check of STARTUP_CHECKS) {
        const risks = await check.assert(this.dataSource, this.environment);
        for (const { message, hint } of risks) this.log.warn(`${message}. ${hint}`);
      }
    } catch (error) {
      // If the start fails, no other code closes the data source.
      await this.dataSource.destroy();
      throw error;
    }
    this.pool = poolOf(this.dataSource);
    showPool(this.pool);
    this.log.log(`Database ready, as ${this.environment.DATABASE_ROLE}`);
  }

  onApplicationShutdown(): void {
    // TypeORM may have closed it already and then no longer returns it.
    if (this.pool) hidePool(this.pool);
  }
}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => ({
        ...dataSourceOptions(serviceConnections(environment)),
        entities: [],
        autoLoadEntities: true,
        // Without a database a start fails at once; the process manager decides about a retry.
        toRetry: () => false,
      }),
    }),
    TypeOrmModule.forFeature([AuditEntry, EventRecord, NumberSeriesEntry]),
  ],
  providers: [
    DatabaseLifecycle,
    UnitOfWork,
    Replica,
    LaggingReads,
    ReadinessConnection,
    TimelineWatch,
    Outbox,
    AuditLog,
    NumberSeries,
  ],
  exports: [UnitOfWork, LaggingReads, ReadinessConnection, Outbox, AuditLog, NumberSeries],
})
export class DatabaseModule {}
