import { Global, Inject, Injectable, Logger, Module, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT, Environment } from '../config';
import { AuditLog } from './audit-log';
import { createDataSource } from './data-source';
import { assertEncryptionKey } from './encryption-key-check';
import { NumberSeries } from './number-series';
import { Outbox } from './outbox';
import { assertMigrated } from './schema/pending-migrations';
import { assertLesserRole, escalationRisks } from './role-check';
import { assertSandbox } from './sandbox';
import { UnitOfWork } from './unit-of-work';

/**
 * Opens the pool at start and closes it at the end. Refuses to go on under a role that could see past row level security,
 * and with another encryption key than the data's.
 */
@Injectable()
export class DatabaseLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(DatabaseLifecycle.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async onModuleInit(): Promise<void> {
    try {
      await this.refuseWhatIsUnsafe();
    } catch (error) {
      // Nothing else closes what a start that fails has opened.
      await this.dataSource.destroy();
      throw error;
    }
    this.log.log(`Database ready, as ${this.environment.DATABASE_ROLE}`);
  }

  private async refuseWhatIsUnsafe(): Promise<void> {
    await assertMigrated(this.dataSource);
    await assertLesserRole(this.dataSource, this.environment.DATABASE_ROLE);
    await this.assertNoEscalation();
    await assertEncryptionKey(this.dataSource, this.environment.APP_ENCRYPTION_KEY);
    if (this.environment.SANDBOX) await assertSandbox(this.dataSource);
  }

  /** @throws StartRefusal in production; elsewhere whoever tries the service out is told */
  private async assertNoEscalation(): Promise<void> {
    const [first, ...more] = await escalationRisks(this.dataSource);
    if (!first) return;
    if (this.environment.NODE_ENV === 'production') throw first;
    for (const risk of [first, ...more]) {
      this.log.warn(`${risk.message}. ${risk.hint} Production refuses to start like this.`);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

@Global()
@Module({
  providers: [
    {
      provide: DataSource,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) =>
        createDataSource({
          url: environment.DATABASE_URL,
          role: environment.DATABASE_ROLE,
          poolSize: environment.DATABASE_POOL_SIZE,
          prepares: environment.DATABASE_PREPARED_STATEMENTS,
          patience: environment.DATABASE_CONNECT_TIMEOUT_MS,
        }).initialize(),
    },
    DatabaseLifecycle,
    UnitOfWork,
    Outbox,
    AuditLog,
    NumberSeries,
  ],
  exports: [DataSource, UnitOfWork, Outbox, AuditLog, NumberSeries],
})
export class DatabaseModule {}
