import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_vendor_performance_periods_tenant_id_grain_day';

/**
 * Drops an index of performance figures by day. All reports read them by vendor, through the primary key. If most
 * tenants are small, PostgreSQL preferred the dropped index and read the figures of all vendors for each vendor.
 */
export class PerformanceByVendor1795305604000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ${INDEX} ON vendor_performance_periods (tenant_id, grain, day)`);
  }
}
