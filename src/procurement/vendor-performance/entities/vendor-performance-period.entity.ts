import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Decimal } from '../../../common/money';
import type { TenantId, VendorId } from '../../../common/records/ids';
import { TenantColumn } from '../../../platform/database/entities/columns';

const Figure = (): PropertyDecorator => Column({ type: 'numeric', default: 0 });

/** Sums of a vendor's figures for a day or month. Scores are computed from them. */
@Entity('vendor_performance_periods')
@Check('ck_vendor_performance_periods_grain', `grain IN ('day', 'month')`)
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
export class VendorPerformancePeriod {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) vendorId: VendorId;

  /** `day` or `month`. For a month `day` is its first day. */
  @PrimaryColumn({ type: 'text' }) grain: string;

  @PrimaryColumn({ type: 'date' }) day: string;
  @Figure() linesOnTime: Decimal;
  @Figure() linesLate: Decimal;
  @Figure() receipts: Decimal;
  @Figure() receiptDays: Decimal;
  @Figure() received: Decimal;
  @Figure() rejected: Decimal;
  @Figure() returned: Decimal;
  @Figure() answers: Decimal;
  @Figure() answerHours: Decimal;
  @Figure() pricedLines: Decimal;
  @Figure() priceDeviation: Decimal;
}
