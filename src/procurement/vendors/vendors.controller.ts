import { Get, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '../../common/actor';
import type { Language } from '../../common/messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { VendorId } from '../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  CurrentActor,
  CurrentLanguage,
  Examples,
  FormA,
  IfMatches,
  PathExternalId,
  PathId,
  Query,
  Requires,
} from '../../platform/http';
import { BlockVendorIn } from './http/requests';
import { VENDOR_EXAMPLES } from './http/examples';
import { VendorOut, VendorSummaryOut } from './http/form-a/answers';
import { presentSummary, presentVendor } from './http/form-a/present';
import { CreateVendorIn, UpdateVendorIn, VendorListQuery } from './http/form-a/requests';
import { VENDOR_WORDS } from './http/words';
import { VendorsQueries } from './vendors.queries';
import { VendorsService } from './vendors.service';

/** Vendors in Form A. */
@FormA('vendors', 'Vendors', VENDOR_WORDS.a)
export class VendorsController {
  constructor(
    private readonly vendors: VendorsService,
    private readonly queries: VendorsQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(VendorSummaryOut, { summary: 'List vendors' })
  async list(@CurrentActor() actor: Actor, @Query() query: VendorListQuery): Promise<Page<VendorSummaryOut>> {
    return (await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest())).map(presentSummary);
  }

  @Post()
  @Examples(VENDOR_EXAMPLES.create)
  @Requires('write', 'vendors.write')
  @Answers(VendorOut, { summary: 'Create a vendor', message: 'vendor.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateVendorIn,
    @CurrentLanguage() language: Language,
  ): Promise<VendorOut> {
    const created = await this.vendors.create(actor, body.toInput());
    return presentVendor(created, actor, language);
  }

  @Get(':id')
  @Requires('read')
  @Answers(VendorOut, { summary: 'Get a vendor' })
  async get(@CurrentActor() actor: Actor, @PathId() id: VendorId): Promise<VendorOut> {
    return presentVendor(await this.queries.get(actor.tenantId, id), actor);
  }

  @Put(':id')
  @Examples(VENDOR_EXAMPLES.update)
  @Requires('write', 'vendors.write')
  @Answers(VendorOut, {
    summary: 'Change a vendor',
    message: 'vendor.updated',
    description:
      'What is left out stays. The status of a blocked vendor changes by unblock alone. Other bank details are a new version of them, which another user has to verify.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body() body: UpdateVendorIn,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<VendorOut> {
    const updated = await this.vendors.update(actor, id, body.toInput(), ifMatch);
    return presentVendor(updated, actor, language);
  }

  @Put('by-external-id/:external_id')
  @Examples(VENDOR_EXAMPLES.upsert)
  @Requires('write', 'vendors.write')
  @Answers(VendorOut, {
    summary: 'Create or change a vendor by its external id',
    message: 'vendor.updated',
    description:
      'Changes the vendor that another system knows by this id, as PUT /vendors/{id} does: 200. Where there is none it is created, for which it needs a name: 201. The same request twice, also at once, leaves one vendor. `If-Match` is refused (412) where there is none.',
    orCreates: 'vendor.created',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async upsert(
    @CurrentActor() actor: Actor,
    @PathExternalId() externalId: string,
    @Body() body: UpdateVendorIn,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VendorOut> {
    const { detail, isNew } = await this.vendors.upsert(actor, externalId, body.toInput(), ifMatch);
    if (isNew) response.status(201);
    return presentVendor(detail, actor, language);
  }

  @Post(':id/block')
  @Examples(VENDOR_EXAMPLES.block)
  @Requires('write', 'vendors.write')
  @Answers(VendorOut, {
    summary: 'Block a vendor',
    message: 'vendor.block_done',
    description: 'Nothing new is ordered from it, billed by it or paid to it until it is unblocked.',
    codes: ['INVALID_STATUS'],
  })
  async block(@CurrentActor() actor: Actor, @PathId() id: VendorId, @Body() body: BlockVendorIn): Promise<VendorOut> {
    const blocked = await this.vendors.block(actor, id, 'block', body.reason);
    return presentVendor(blocked, actor);
  }
}
