import { Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../../../../common/actor';
import { Clock } from '../../../../common/clock';
import type { Language } from '../../../../common/messages';
import type { Page } from '../../../../common/lists/page';
import type { IfMatch } from '../../../../common/records/versions';
import type { InvoiceId } from '../../../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  CurrentActor,
  CurrentLanguage,
  Examples,
  FormB,
  IfMatches,
  PathId,
  Query,
  Requires,
  versioned,
} from '../../../../platform/http';
import { InvoicesService } from '../../invoices.service';
import { InvoicesQueries } from '../../queries/invoices.queries';
import { INVOICE_EXAMPLES_B } from '../examples';
import { InvoicesQuery } from '../list-query';
import { CreatedInvoiceOutB, InvoiceDetailOutB, InvoiceSummaryOutB, UpdatedInvoiceOutB } from './answers';
import { presentCreatedB, presentInvoiceB, presentSummaryB, presentUpdatedB } from './present';
import { CreateInvoiceInB, UpdateInvoiceInB } from './requests';

/** Invoices in Form B. */
@FormB('invoices', 'Invoices')
export class InvoicesFormBController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly queries: InvoicesQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(InvoiceSummaryOutB, { summary: 'List invoices' })
  async list(@CurrentActor() actor: Actor, @Query() query: InvoicesQuery): Promise<Page<InvoiceSummaryOutB>> {
    const today = this.clock.today();
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map((row) => presentSummaryB(row, today));
  }

  @Post()
  @Examples(INVOICE_EXAMPLES_B.create)
  @Requires('write', 'invoices.write')
  @Answers(CreatedInvoiceOutB, { summary: 'Enter an invoice', message: 'invoice.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateInvoiceInB,
    @CurrentLanguage() language: Language,
  ): Promise<CreatedInvoiceOutB> {
    const invoice = await this.invoices.create(actor, body.toInput());
    const created = presentCreatedB(invoice, { today: this.clock.today(), language });
    return versioned(created, invoice.version);
  }

  @Get(':id')
  @Requires('read')
  @Answers(InvoiceDetailOutB, { summary: 'Get an invoice' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @CurrentLanguage() language: Language,
  ): Promise<InvoiceDetailOutB> {
    const row = await this.queries.get(actor.tenantId, id);
    return versioned(presentInvoiceB(row, { today: this.clock.today(), language }), row.version);
  }

  @Put(':id')
  @Examples(INVOICE_EXAMPLES_B.update)
  @Requires('write', 'invoices.write')
  @Answers(UpdatedInvoiceOutB, {
    summary: 'Correct an invoice that is not decided',
    description: 'A line with an id is changed, one without is added, others stay. One that waits is matched again.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: UpdateInvoiceInB,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<UpdatedInvoiceOutB> {
    const invoice = await this.invoices.update(actor, id, body.toInput(), ifMatch);
    return versioned(presentUpdatedB(invoice, { today: this.clock.today(), language }), invoice.version);
  }
}
