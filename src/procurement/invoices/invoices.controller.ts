import { Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { Language } from '../../messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { InvoiceId } from '../../common/records/ids';
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
  PathId,
  Query,
  Requires,
  versioned,
} from '../../platform/http';
import {
  CreatedInvoiceResponse,
  InvoiceSummaryResponse,
  toCreatedInvoiceResponse,
  toInvoiceSummaryResponse,
  toUpdatedInvoiceResponse,
  UpdatedInvoiceResponse,
} from './http/answers';
import {
  CreatedInvoiceResponseB,
  INVOICE,
  INVOICE_IN_FORM,
  InvoiceSummaryResponseB,
  toCreatedInvoiceResponseB,
  toInvoiceSummaryResponseB,
  toUpdatedInvoiceResponseB,
  UpdatedInvoiceResponseB,
} from './http/answers-b';
import { INVOICE_EXAMPLES } from './http/examples';
import { InvoicesQuery } from './http/list-query';
import { CreateInvoiceDto, CreateInvoiceDtoB, UpdateInvoiceDto, UpdateInvoiceDtoB } from './http/requests';
import { InvoicesService } from './invoices.service';
import { InvoicesQueries } from './queries/invoices.queries';

const CREATE = { a: CreateInvoiceDto, b: CreateInvoiceDtoB };
const UPDATE = { a: UpdateInvoiceDto, b: UpdateInvoiceDtoB };
const SUMMARY = { a: InvoiceSummaryResponse, b: InvoiceSummaryResponseB };
const CREATED = { a: CreatedInvoiceResponse, b: CreatedInvoiceResponseB };
const UPDATED = { a: UpdatedInvoiceResponse, b: UpdatedInvoiceResponseB };
const SUMMARY_IN_FORM = { a: toInvoiceSummaryResponse, b: toInvoiceSummaryResponseB };
const CREATED_IN_FORM = { a: toCreatedInvoiceResponse, b: toCreatedInvoiceResponseB };
const UPDATED_IN_FORM = { a: toUpdatedInvoiceResponse, b: toUpdatedInvoiceResponseB };

@BothForms('invoices', 'Invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly queries: InvoicesQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(SUMMARY, { summary: 'List invoices' })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: InvoicesQuery,
    @CurrentForm() form: Form,
  ): Promise<Page<OfForm<typeof SUMMARY>>> {
    const today = this.clock.today();
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map((row) => SUMMARY_IN_FORM[form](row, today));
  }

  @Post()
  @Examples(INVOICE_EXAMPLES.create)
  @Requires('write', 'invoices.write')
  @Answers(CREATED, { summary: 'Enter an invoice', message: 'invoice.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body(CREATE) body: OfForm<typeof CREATE>,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof CREATED>> {
    const invoice = await this.invoices.create(actor, body.toInput());
    const created = CREATED_IN_FORM[form](invoice, { today: this.clock.today(), language });
    return versioned(created, invoice.version);
  }

  @Get(':id')
  @Requires('read')
  @Answers(INVOICE, { summary: 'Get an invoice' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof INVOICE>> {
    const row = await this.queries.get(actor.tenantId, id);
    return versioned(INVOICE_IN_FORM[form](row, { today: this.clock.today(), language }), row.version);
  }

  @Put(':id')
  @Examples(INVOICE_EXAMPLES.update)
  @Requires('write', 'invoices.write')
  @Answers(UPDATED, {
    summary: 'Update an invoice',
    description:
      'Only before approval or rejection. A line with an id is updated, a line without an id is added, other lines do not change. A submitted or pending invoice is matched again.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body(UPDATE) body: OfForm<typeof UPDATE>,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof UPDATED>> {
    const invoice = await this.invoices.update(actor, id, body.toInput(), ifMatch);
    return versioned(UPDATED_IN_FORM[form](invoice, { today: this.clock.today(), language }), invoice.version);
  }
}
