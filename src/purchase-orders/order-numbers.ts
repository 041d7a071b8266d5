import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { NumberSeries } from '../database';

/** Hands out order numbers. */
@Injectable()
export class OrderNumbers {
  constructor(
    private readonly series: NumberSeries,
    private readonly clock: Clock,
  ) {}

  /**
   * The next number of the tenant and the instant it was given, which is when the order was created. Take it before
   * the transaction opens, so that creates of one tenant never wait for each other's.
   */
  async next(tenantId: string): Promise<{ readonly poNumber: string; readonly at: Date }> {
    const at = this.clock.now();
    return { poNumber: await this.series.next(tenantId, 'PO', at.getUTCFullYear()), at };
  }
}
