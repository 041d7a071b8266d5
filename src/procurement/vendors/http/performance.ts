import type { VendorId } from '../../../common/records/ids';
import { Out } from '../../../platform/http';
import { COMPETITIVENESS, type VendorPerformance } from '../ports';

class DeliveryTimeResponse {
  @Out.integer({ example: 95 }) score: number;
  @Out.number({ description: 'Days from the approval of the order to the receipt.', example: 6.5 })
  average_days: number;
  @Out.number({ description: 'Percent.', example: 95 }) on_time_percentage: number;
}

class QualityResponse {
  @Out.integer({ example: 90 }) score: number;
  @Out.number({ description: 'Percent.', example: 0.8 }) defect_rate: number;
  @Out.number({ description: 'Percent.', example: 0.2 }) return_rate: number;
}

class PricingResponse {
  @Out.integer({ example: 100 }) score: number;
  @Out.oneOf(COMPETITIVENESS, { example: 'competitive' }) competitiveness: string;
}

class ResponsivenessResponse {
  @Out.integer({ example: 80 }) score: number;
  @Out.number({ description: 'Hours from the approval of the order to its first receipt.', example: 52.5 })
  average_response_hours: number;
}

class MetricsResponse {
  @Out.object(() => DeliveryTimeResponse) delivery_time: DeliveryTimeResponse;
  @Out.object(() => QualityResponse) quality: QualityResponse;
  @Out.object(() => PricingResponse) pricing: PricingResponse;
  @Out.object(() => ResponsivenessResponse) responsiveness: ResponsivenessResponse;
}

class TrendsResponse {
  @Out.integer({ example: 94 }) last_30_days: number;
  @Out.integer({ example: 92 }) last_90_days: number;
  @Out.integer({ example: 92 }) last_year: number;
}

/** The same in both forms. Without data scores are 0 and the competitiveness is `unknown`. */
export class VendorPerformanceResponse {
  @Out.id() vendor_id: number;
  @Out.integer({ description: '0 to 100, over the last 365 days.', example: 92 }) overall_score: number;
  @Out.object(() => MetricsResponse) metrics: MetricsResponse;
  @Out.object(() => TrendsResponse) trends: TrendsResponse;
  @Out.timestamp({ description: 'Time of the computation.' }) as_of: string;
}

export function toPerformanceResponse(vendorId: VendorId, performance: VendorPerformance): VendorPerformanceResponse {
  const { delivery, quality, pricing, responsiveness, trends } = performance;
  return {
    vendor_id: vendorId,
    overall_score: performance.overallScore,
    metrics: {
      delivery_time: {
        score: delivery.score,
        average_days: delivery.averageDays,
        on_time_percentage: delivery.onTimePercentage,
      },
      quality: { score: quality.score, defect_rate: quality.defectRate, return_rate: quality.returnRate },
      pricing: { score: pricing.score, competitiveness: pricing.competitiveness },
      responsiveness: { score: responsiveness.score, average_response_hours: responsiveness.averageHours },
    },
    trends: { last_30_days: trends.last30Days, last_90_days: trends.last90Days, last_year: trends.lastYear },
    as_of: performance.asOf.toISOString(),
  };
}
