import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../../common/errors/start-refusal';
import type { VendorId } from '../../common/records/ids';
import type { ReadScope } from '../../platform/database';

/** Invoice prices compared with order prices; `unknown` without invoices. */
export const COMPETITIVENESS = ['competitive', 'average', 'expensive', 'unknown'] as const;
export type Competitiveness = (typeof COMPETITIVENESS)[number];

/** Scores are integers from 0 to 100; percentages and rates are percents with two decimals. */
export interface VendorPerformance {
  readonly overallScore: number;
  readonly delivery: { readonly score: number; readonly averageDays: number; readonly onTimePercentage: number };
  readonly quality: { readonly score: number; readonly defectRate: number; readonly returnRate: number };
  readonly pricing: { readonly score: number; readonly competitiveness: Competitiveness };
  readonly responsiveness: { readonly score: number; readonly averageHours: number };
  /** The overall score over the last 30, 90 and 365 days. */
  readonly trends: { readonly last30Days: number; readonly last90Days: number; readonly lastYear: number };
  readonly asOf: Date;
}

/** Implemented by `VendorPerformanceService` (vendor-performance). */
export interface VendorPerformancePort {
  /** The current performance of an existing vendor. Without orders all scores are 0. */
  of(scope: ReadScope, vendorId: VendorId): Promise<VendorPerformance>;
  /** In the sequence of the ids. */
  ofSeveral(scope: ReadScope, vendorIds: readonly VendorId[]): Promise<readonly VendorPerformance[]>;
}

/** Implemented by `spentSql` (purchase-orders). */
export interface VendorOrdersPort {
  /**
   * @param of SQL expressions, for example `v.id`
   * @returns SQL of the total of a vendor's approved and completed orders in a currency, including VAT
   */
  spentSql(of: { readonly tenantId: string; readonly vendorId: string; readonly currency: string }): string;
}

/** The modules that use vendors set these ports in `onModuleInit`. */
@Injectable()
export class VendorPorts implements OnApplicationBootstrap {
  orders: VendorOrdersPort;
  performance: VendorPerformancePort;

  onApplicationBootstrap(): void {
    requirePorts<VendorPorts>(this, { orders: 'PurchaseOrdersModule', performance: 'VendorPerformanceModule' });
  }
}
