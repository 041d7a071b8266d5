import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTenantTable, runAll } from '../schema/migration-steps';

/** Figures of vendor performance: the contribution of each order, and sums per day and month. */
export class VendorPerformance1795305600250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES, ...INDEXES]);
    await protectTenantTable(runner, 'vendor_performance_orders');
    await protectTenantTable(runner, 'vendor_performance_periods');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE vendor_performance_periods, vendor_performance_orders');
  }
}

const TABLES = [
  `CREATE TABLE vendor_performance_orders (
    tenant_id uuid NOT NULL,
    purchase_order_id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    figures jsonb NOT NULL,
    CONSTRAINT pk_vendor_performance_orders PRIMARY KEY (tenant_id, purchase_order_id),
    CONSTRAINT fk_vendor_performance_orders_tenant_id_purchase_order_id
      FOREIGN KEY (tenant_id, purchase_order_id) REFERENCES purchase_orders (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_vendor_performance_orders_tenant_id_vendor_id
      FOREIGN KEY (tenant_id, vendor_id) REFERENCES vendors (tenant_id, id)
  )`,
  `CREATE TABLE vendor_performance_periods (
    tenant_id uuid NOT NULL,
    vendor_id bigint NOT NULL,
    grain text NOT NULL,
    day date NOT NULL,
    lines_on_time numeric NOT NULL DEFAULT 0,
    lines_late numeric NOT NULL DEFAULT 0,
    receipts numeric NOT NULL DEFAULT 0,
    receipt_days numeric NOT NULL DEFAULT 0,
    received numeric NOT NULL DEFAULT 0,
    rejected numeric NOT NULL DEFAULT 0,
    returned numeric NOT NULL DEFAULT 0,
    answers numeric NOT NULL DEFAULT 0,
    answer_hours numeric NOT NULL DEFAULT 0,
    priced_lines numeric NOT NULL DEFAULT 0,
    price_deviation numeric NOT NULL DEFAULT 0,
    CONSTRAINT pk_vendor_performance_periods PRIMARY KEY (tenant_id, vendor_id, grain, day),
    CONSTRAINT ck_vendor_performance_periods_grain CHECK (grain IN ('day', 'month')),
    CONSTRAINT fk_vendor_performance_periods_tenant_id_vendor_id
      FOREIGN KEY (tenant_id, vendor_id) REFERENCES vendors (tenant_id, id)
  )`,
];

const INDEXES = [
  // Totals over all vendors.
  'CREATE INDEX ix_vendor_performance_periods_tenant_id_grain_day ON vendor_performance_periods (tenant_id, grain, day)',
];
