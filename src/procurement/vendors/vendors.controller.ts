import { Get, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { VendorId } from '../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  type Form,
  IfMatches,
  type OfForm,
  PathExternalId,
  PathId,
  Query,
  Requires,
  EmptyDto,
} from '../../platform/http';
import {
  toSummaryResponse,
  toSummaryResponseB,
  toVendorResponse,
  toVendorResponseB,
  VendorResponse,
  VendorResponseB,
  VendorSummaryResponse,
  VendorSummaryResponseB,
} from './http/answers';
import { VENDOR_EXAMPLES } from './http/examples';
import { toPerformanceResponse, VendorPerformanceResponse } from './http/performance';
import {
  BlockVendorDto,
  BlockVendorDtoB,
  CreateVendorDto,
  CreateVendorDtoB,
  UpdateVendorDto,
  UpdateVendorDtoB,
  VendorListQuery,
  VendorListQueryB,
} from './http/requests';
import { VENDOR_ALIASES } from './http/aliases';
import { VendorsQueries } from './vendors.queries';
import { VendorsService } from './vendors.service';

const QUERY = { a: VendorListQuery, b: VendorListQueryB };
const CREATE = { a: CreateVendorDto, b: CreateVendorDtoB };
const UPDATE = { a: UpdateVendorDto, b: UpdateVendorDtoB };
const BLOCK = { a: BlockVendorDto, b: BlockVendorDtoB };
const VENDOR = { a: VendorResponse, b: VendorResponseB };
const SUMMARY = { a: VendorSummaryResponse, b: VendorSummaryResponseB };
const IN_FORM = { a: toVendorResponse, b: toVendorResponseB };
const SUMMARY_IN_FORM = { a: toSummaryResponse, b: toSummaryResponseB };

@BothForms('vendors', 'Vendors', VENDOR_ALIASES)
export class VendorsController {
  constructor(
    private readonly vendors: VendorsService,
    private readonly queries: VendorsQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(SUMMARY, { summary: 'List vendors' })
  async list(
    @CurrentActor() actor: Actor,
    @Query(QUERY) query: OfForm<typeof QUERY>,
    @CurrentForm() form: Form,
  ): Promise<Page<OfForm<typeof SUMMARY>>> {
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map(SUMMARY_IN_FORM[form]);
  }

  @Post()
  @Examples(VENDOR_EXAMPLES.create)
  @Requires('write', 'vendors.write')
  @Answers(VENDOR, { summary: 'Create a vendor', message: 'vendor.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body(CREATE) body: OfForm<typeof CREATE>,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof VENDOR>> {
    const created = await this.vendors.create(actor, body.toInput());
    return IN_FORM[form](created, actor, language);
  }

  @Get(':id')
  @Requires('read')
  @Answers(VENDOR, { summary: 'Get a vendor' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @CurrentForm() form: Form,
  ): Promise<OfForm<typeof VENDOR>> {
    return IN_FORM[form](await this.queries.get(actor.tenantId, id), actor);
  }

  @Put(':id')
  @Examples(VENDOR_EXAMPLES.update)
  @Requires('write', 'vendors.write')
  @Answers(VENDOR, {
    summary: 'Update a vendor',
    message: 'vendor.updated',
    description:
      'Missing fields do not change. Only unblock changes the status of a blocked vendor. Changed bank details become a new version, which another user must verify.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body(UPDATE) body: OfForm<typeof UPDATE>,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof VENDOR>> {
    const updated = await this.vendors.update(actor, id, body.toInput(), ifMatch);
    return IN_FORM[form](updated, actor, language);
  }

  @Put('by-external-id/:external_id')
  @Examples(VENDOR_EXAMPLES.upsert)
  @Requires('write', 'vendors.write')
  @Answers(VENDOR, {
    summary: 'Create or update a vendor by external id',
    message: 'vendor.updated',
    description:
      'Updates the vendor with this external id like PUT /vendors/{id} and returns 200. Without such a vendor it creates one, which requires a name, and returns 201. Repeated or concurrent requests create only one vendor. With `If-Match` and without such a vendor it returns 412.',
    orCreates: 'vendor.created',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async upsert(
    @CurrentActor() actor: Actor,
    @PathExternalId() externalId: string,
    @Body(UPDATE) body: OfForm<typeof UPDATE>,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OfForm<typeof VENDOR>> {
    const { detail, isNew } = await this.vendors.upsert(actor, externalId, body.toInput(), ifMatch);
    if (isNew) response.status(201);
    return IN_FORM[form](detail, actor, language);
  }

  @Post(':id/block')
  @Examples(VENDOR_EXAMPLES.block)
  @Requires('write', 'vendors.write')
  @Answers(VENDOR, {
    summary: 'Block a vendor',
    message: 'vendor.block_done',
    description:
      'Until the vendor is unblocked, it receives no orders and payments, and its invoices can only be approved with an override.',
    codes: ['INVALID_STATUS'],
  })
  async block(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body(BLOCK) body: OfForm<typeof BLOCK>,
    @CurrentForm() form: Form,
  ): Promise<OfForm<typeof VENDOR>> {
    const blocked = await this.vendors.block(actor, id, body.blockType(), body.reason);
    return IN_FORM[form](blocked, actor);
  }

  @Post(':id/unblock')
  @Examples(VENDOR_EXAMPLES.unblock)
  @Requires('write', 'vendors.write')
  @Answers(VENDOR, {
    summary: 'Unblock a vendor',
    message: 'vendor.unblocked',
    description: 'Restores the status before the block. A blacklisted vendor requires the ability `admin`.',
    codes: ['INVALID_STATUS'],
  })
  async unblock(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body() _body: EmptyDto,
    @CurrentForm() form: Form,
  ): Promise<OfForm<typeof VENDOR>> {
    return IN_FORM[form](await this.vendors.unblock(actor, id), actor);
  }

  @Get(':id/performance')
  @Requires('read')
  @Answers(VendorPerformanceResponse, {
    summary: "Get a vendor's performance",
    description: 'Scores over the last 365 days. Without data scores are 0 and the competitiveness is unknown.',
  })
  async performance(@CurrentActor() actor: Actor, @PathId() id: VendorId): Promise<VendorPerformanceResponse> {
    return toPerformanceResponse(id, (await this.queries.get(actor.tenantId, id)).performance);
  }
}
