import { Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { VendorId } from '../../../common/records/ids';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  Examples,
  type Form,
  PathId,
  Requires,
} from '../../../platform/http';
import { VendorsQueries } from '../vendors.queries';
import { VendorsService } from '../vendors.service';
import { VendorPerformanceOut } from './answers';
import { VENDOR_EXAMPLES } from './examples';
import { VendorOut } from './form-a/answers';
import { presentVendor } from './form-a/present';
import { VendorOutB } from './form-b/answers';
import { presentVendorB } from './form-b/present';
import { presentPerformance } from './present';
import { NoBodyIn } from './requests';
import { VENDOR_WORDS } from './words';

const IN_FORM = { a: presentVendor, b: presentVendorB };

/** What both forms ask of a vendor alike. */
@BothForms('vendors/:id', 'Vendors', VENDOR_WORDS)
export class VendorActionsController {
  constructor(private readonly vendors: VendorsService) {}

  @Post('unblock')
  @Examples(VENDOR_EXAMPLES.unblock)
  @Requires('write', 'vendors.write')
  @Answers(
    { a: VendorOut, b: VendorOutB },
    {
      summary: 'Unblock a vendor',
      message: 'vendor.unblocked',
      description: 'Restores the status before. Lifting a blacklisting needs `admin`.',
      codes: ['INVALID_STATUS'],
    },
  )
  async unblock(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body() _body: NoBodyIn,
    @CurrentForm() form: Form,
  ): Promise<VendorOut | VendorOutB> {
    return IN_FORM[form](await this.vendors.unblock(actor, id), actor);
  }
}

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
    return presentPerformance(id, (await this.queries.get(actor.tenantId, id)).performance);
  }
}
