import type { VendorId } from '../../../common/records/ids';
import type { VendorContact } from '../domain/vendor-input';
import type { VendorPerformance } from '../ports';
import type { ContactResponse, VendorPerformanceResponse } from './answers';

/** A contact person as both forms show one. */
export function presentContact({ name, email, phone, role }: VendorContact): ContactResponse {
  return { name, email, phone, role };
}

/** A vendor's performance as both forms show it. */
export function presentPerformance(vendorId: VendorId, performance: VendorPerformance): VendorPerformanceResponse {
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
