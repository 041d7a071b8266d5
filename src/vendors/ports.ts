/** How dear a vendor is against what was ordered; `unknown` without an invoice to tell by. */
export const COMPETITIVENESS = ['competitive', 'average', 'expensive', 'unknown'] as const;
export type Competitiveness = (typeof COMPETITIVENESS)[number];

/** How a vendor has done. Scores are integers, 0 to 100; percentages and rates are percents. */
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

/** What vendors ask of the modules that see their deliveries and invoices. */
export interface VendorPerformancePort {
  /** The performance of an existing vendor; read through the caller's transaction when one is open. */
  of(tenantId: string, vendorId: number): Promise<VendorPerformance>;
}
