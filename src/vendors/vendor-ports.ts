import { Injectable } from '@nestjs/common';
import type { VendorPerformancePort } from './ports';
import { WithoutPerformance } from './without-performance';

/**
 * Where the modules behind vendors plug in. Each sets its own port once, while the application starts; until then the
 * answer is that of a vendor without any deliveries.
 */
@Injectable()
export class VendorPorts {
  performance: VendorPerformancePort;

  constructor(withoutPerformance: WithoutPerformance) {
    this.performance = withoutPerformance;
  }
}
