import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../../common/errors/start-refusal';
import type { VendorId } from '../../common/records/ids';
import type { ReadScope } from '../../platform/database';

/** A vendor's prices on invoices against those of its orders; `unknown` without an invoice. */
export const COMPETITIVENESS = ['competitive', 'average', 'expensive', 'unknown'] as const;
export type Competitiveness = (typeof COMPETITIVENESS)[number];

/** A vendor's performance. Scores are integers from 0 to 100; percentages and rates are percents with two decimals. */
export interface VendorPerformance {
  readonly overallScore: number;
  readonly delivery: { readonly score: number; readonly averageDays: number; readonly onTimePercentage: number };
  readonly quality: { readonly score: number; readonly defectRate: number; readonly returnRate: number };
  readonly pricing: { readonly score: number; readonly competitiveness: Competitiveness };
  readonly responsiveness: { readonly score: number; readonly averageHours: number };
  /** The overall score over the last 30, 90 and 365 days. */
  readonly trends: { readonly last30Days: number; readonly last90Days: number; readonly lastYear: number };
  /** When it was computed. */
  readonly asOf: Date;
}

/**
 * What vendors ask of the modules that see their deliveries and invoices.
 * Implemented by `VendorPerformanceService` (vendor-performance).
 */
export interface VendorPerformancePort {
  /** The performance of an existing vendor as of now; of one without orders all scores are 0. */
  of(scope: ReadScope, vendorId: VendorId): Promise<VendorPerformance>;
  /** The same of several, in their order. */
  ofSeveral(scope: ReadScope, vendorIds: readonly VendorId[]): Promise<readonly VendorPerformance[]>;
}

/** What vendors ask of the module whose orders are placed with them. Implemented by `spentSql` (purchase-orders). */
export interface VendorOrdersPort {
  /**
   * @param of SQL expressions, such as `v.id`
   * @returns SQL of what a vendor's approved and completed orders in a currency come to, VAT included; 0 without any
   */
  spentSql(of: { readonly tenantId: string; readonly vendorId: string; readonly currency: string }): string;
}

/** What vendors need of the modules behind them, which set it in their `onModuleInit`. */
@Injectable()
export class VendorPorts implements OnApplicationBootstrap {
  orders: VendorOrdersPort;
  performance: VendorPerformancePort;

  onApplicationBootstrap(): void {
    requirePorts<VendorPorts>(this, { orders: 'PurchaseOrdersModule', performance: 'VendorPerformanceModule' });
  }
}
