import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { VendorPerformance, VendorPerformancePort } from './ports';

/** The answer about a vendor of whom nothing is known yet: zeros, and `unknown`. */
@Injectable()
export class WithoutPerformance implements VendorPerformancePort {
  constructor(private readonly clock: Clock) {}

  of(): Promise<VendorPerformance> {
    return Promise.resolve({
      overallScore: 0,
      delivery: { score: 0, averageDays: 0, onTimePercentage: 0 },
      quality: { score: 0, defectRate: 0, returnRate: 0 },
      pricing: { score: 0, competitiveness: 'unknown' },
      responsiveness: { score: 0, averageHours: 0 },
      trends: { last30Days: 0, last90Days: 0, lastYear: 0 },
      asOf: this.clock.now(),
    });
  }
}
