import { Get } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { VendorId } from '../../common/records/ids';
import { Answers, BothForms, CurrentActor, PathId, Requires } from '../../http';
import { VendorPerformanceOut } from './answers';
import { presentPerformance } from './present';
import { VendorsQueries } from '../vendors.queries';

/** A vendor's performance, the same in both forms. */
@BothForms('vendors/:id/performance', 'Vendors')
export class VendorPerformanceController {
  constructor(private readonly queries: VendorsQueries) {}

  @Get()
  @Requires('read')
  @Answers(VendorPerformanceOut, {
    summary: "Get a vendor's performance",
    description: 'Scores over the last 365 days. Without data they are 0, and the competitiveness is unknown.',
  })
  async get(@CurrentActor() actor: Actor, @PathId() id: VendorId): Promise<VendorPerformanceOut> {
    return presentPerformance(id, await this.queries.performance(actor.tenantId, id));
  }
}
