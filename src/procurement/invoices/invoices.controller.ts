import { Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { Language } from '../../common/messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { InvoiceId } from '../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  CurrentActor,
  CurrentLanguage,
  Examples,
  FormA,
  IfMatches,
  PathId,
  Query,
  Requires,
  versioned,
} from '../../platform/http';
import { CreatedInvoiceOut, InvoiceDetailOut, InvoiceSummaryOut, UpdatedInvoiceOut } from './http/answers';
import { INVOICE_EXAMPLES } from './http/examples';
import { InvoicesQuery } from './http/list-query';
import { presentCreated, presentInvoice, presentSummary, presentUpdated } from './http/present';
import { CreateInvoiceIn, UpdateInvoiceIn } from './http/requests';
import { InvoicesService } from './invoices.service';
import { InvoicesQueries } from './queries/invoices.queries';

/** Invoices in Form A. */
@FormA('invoices', 'Invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly queries: InvoicesQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(InvoiceSummaryOut, { summary: 'List invoices' })
  async list(@CurrentActor() actor: Actor, @Query() query: InvoicesQuery): Promise<Page<InvoiceSummaryOut>> {
    const today = this.clock.today();
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map((row) => presentSummary(row, today));
  }

  @Post()
  @Examples(INVOICE_EXAMPLES.create)
  @Requires('write', 'invoices.write')
  @Answers(CreatedInvoiceOut, { summary: 'Enter an invoice', message: 'invoice.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateInvoiceIn,
    @CurrentLanguage() language: Language,
  ): Promise<CreatedInvoiceOut> {
    const invoice = await this.invoices.create(actor, body.toInput());
    const created = presentCreated(invoice, { today: this.clock.today(), language });
    return versioned(created, invoice.version);
  }

  @Get(':id')
  @Requires('read')
  @Answers(InvoiceDetailOut, { summary: 'Get an invoice' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @CurrentLanguage() language: Language,
  ): Promise<InvoiceDetailOut> {
    const row = await this.queries.get(actor.tenantId, id);
    return versioned(presentInvoice(row, { today: this.clock.today(), language }), row.version);
  }

  @Put(':id')
  @Examples(INVOICE_EXAMPLES.update)
  @Requires('write', 'invoices.write')
  @Answers(UpdatedInvoiceOut, {
    summary: 'Correct an invoice that is not decided',
    description: 'A line with an id is changed, one without is added, others stay. One that waits is matched again.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: UpdateInvoiceIn,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<UpdatedInvoiceOut> {
    const invoice = await this.invoices.update(actor, id, body.toInput(), ifMatch);
    return versioned(presentUpdated(invoice, { today: this.clock.today(), language }), invoice.version);
  }
}
