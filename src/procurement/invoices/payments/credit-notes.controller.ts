import { Get, Post, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import type { Page } from '../../../common/lists/page';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  csvFile,
  CurrentActor,
  Examples,
  mapped,
  PathId,
  PrefersCsv,
  Query,
  Requires,
} from '../../../platform/http';
import { INVOICE_EXAMPLES } from '../http/examples';
import { CreditNotesQueries } from '../queries/credit-notes.queries';
import { CreditNoteDetailResponse, CreditNoteResponse, CreditNoteSummaryResponse } from '../http/payment-answers';
import { CreditNotesService } from './credit-notes.service';
import { CREDIT_NOTE_COLUMNS, creditNoteRow, presentCreditNote } from './present';
import { CancelCreditNoteDto, CreditNotesQuery } from './requests';

/** Credit notes of all invoices. */
@BothForms('credit-notes', 'Invoices')
export class CreditNotesController {
  constructor(
    private readonly creditNotes: CreditNotesService,
    private readonly queries: CreditNotesQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(CreditNoteSummaryResponse, {
    summary: 'List credit notes',
    description: 'As CSV it is the whole list: page and per_page do not cut it.',
    csv: true,
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: CreditNotesQuery,
    @PrefersCsv() csv: boolean,
  ): Promise<Page<CreditNoteSummaryResponse> | StreamableFile> {
    const [filter, request] = [query.toFilter(), query.toPageRequest()];
    if (!csv) return this.queries.list(tenantId, filter, request);
    const rows = mapped(this.queries.all(tenantId, filter, request), creditNoteRow);
    return csvFile('credit-notes.csv', CREDIT_NOTE_COLUMNS, rows, query);
  }

  @Get(':id')
  @Requires('read')
  @Answers(CreditNoteDetailResponse, { summary: 'Get a credit note' })
  async get(@CurrentActor() { tenantId }: Actor, @PathId() id: number): Promise<CreditNoteDetailResponse> {
    return this.queries.get(tenantId, id);
  }

  @Post(':id/cancel')
  @Examples(INVOICE_EXAMPLES.cancelCredit)
  @Requires('approve', 'invoices.approve')
  @Answers(CreditNoteResponse, {
    summary: 'Cancel a credit note',
    description:
      'For a credit note that was recorded wrongly. Its number is free again, its lines count as billed again and its amount is ' +
      'owed again, also where a refund was paid for it. A paid invoice of which something is due again is approved. It is ' +
      'refused while another invoice that was approved since bills the same quantities.',
    codes: ['INVALID_STATUS', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: CancelCreditNoteDto,
  ): Promise<CreditNoteResponse> {
    return presentCreditNote(await this.creditNotes.cancel(actor, id, body.reason), this.clock.today());
  }
}
