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
  FormB,
  IfMatches,
  PathExternalId,
  PathId,
  Query,
  Requires,
} from '../../platform/http';
import { VENDOR_EXAMPLES_B } from './http/examples';
import { VendorOutB, VendorSummaryOutB } from './http/form-b/answers';
import { presentSummaryB, presentVendorB } from './http/form-b/present';
import { BlockVendorInB, CreateVendorInB, UpdateVendorInB, VendorListQueryB } from './http/form-b/requests';
import { VENDOR_WORDS } from './http/words';
import { VendorsQueries } from './vendors.queries';
import { VendorsService } from './vendors.service';

/** Vendors in Form B. */
@FormB('vendors', 'Vendors', VENDOR_WORDS.b)
export class VendorsFormBController {
  constructor(
    private readonly vendors: VendorsService,
    private readonly queries: VendorsQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(VendorSummaryOutB, { summary: 'List vendors' })
  async list(@CurrentActor() actor: Actor, @Query() query: VendorListQueryB): Promise<Page<VendorSummaryOutB>> {
    return (await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest())).map(presentSummaryB);
  }

  @Post()
  @Examples(VENDOR_EXAMPLES_B.create)
  @Requires('write', 'vendors.write')
  @Answers(VendorOutB, { summary: 'Create a vendor', message: 'vendor.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateVendorInB,
    @CurrentLanguage() language: Language,
  ): Promise<VendorOutB> {
    const created = await this.vendors.create(actor, body.toInput());
    return presentVendorB(created, actor, language);
  }

  @Get(':id')
  @Requires('read')
  @Answers(VendorOutB, { summary: 'Get a vendor' })
  async get(@CurrentActor() actor: Actor, @PathId() id: VendorId): Promise<VendorOutB> {
    return presentVendorB(await this.queries.get(actor.tenantId, id), actor);
  }

  @Put(':id')
  @Examples(VENDOR_EXAMPLES_B.update)
  @Requires('write', 'vendors.write')
  @Answers(VendorOutB, {
    summary: 'Change a vendor',
    message: 'vendor.updated',
    description:
      'What is left out stays. The status of a blocked vendor changes by unblock alone. Other bank details are a new version of them, which another user has to verify.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body() body: UpdateVendorInB,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<VendorOutB> {
    const updated = await this.vendors.update(actor, id, body.toInput(), ifMatch);
    return presentVendorB(updated, actor, language);
  }

  @Put('by-external-id/:external_id')
  @Examples(VENDOR_EXAMPLES_B.upsert)
  @Requires('write', 'vendors.write')
  @Answers(VendorOutB, {
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
    @Body() body: UpdateVendorInB,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VendorOutB> {
    const { detail, isNew } = await this.vendors.upsert(actor, externalId, body.toInput(), ifMatch);
    if (isNew) response.status(201);
    return presentVendorB(detail, actor, language);
  }

  @Post(':id/block')
  @Examples(VENDOR_EXAMPLES_B.block)
  @Requires('write', 'vendors.write')
  @Answers(VendorOutB, {
    summary: 'Block a vendor',
    message: 'vendor.block_done',
    description: 'Nothing new is ordered from it, billed by it or paid to it until it is unblocked.',
    codes: ['INVALID_STATUS'],
  })
  async block(@CurrentActor() actor: Actor, @PathId() id: VendorId, @Body() body: BlockVendorInB): Promise<VendorOutB> {
    const blocked = await this.vendors.block(actor, id, body.type ?? 'block', body.reason);
    return presentVendorB(blocked, actor);
  }
}
