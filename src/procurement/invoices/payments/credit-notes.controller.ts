import { Get, Post, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import type { Page } from '../../../common/lists/page';
import type { InvoiceId, VendorId } from '../../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  type CsvCell,
  csvFile,
  CurrentActor,
  Examples,
  Field,
  ListQuery,
  mapped,
  MAX_COMMENT,
  Parameter,
  PathId,
  PrefersCsv,
  Query,
  Requires,
} from '../../../platform/http';
import { CREDIT_NOTE_STATUSES, type CreditNoteStatus } from '../domain/credit-notes';
import { INVOICE_EXAMPLES } from '../http/examples';
import { CREDIT_NOTES_SORTABLE, type CreditNoteFilter, CreditNotesQueries } from '../queries/credit-notes.queries';
import { CreditNoteDetailResponse, CreditNoteSummaryResponse } from '../http/payment-answers';
import { CreditNoteResponse, toCreditNoteResponse } from './answers';
import { CreditNotesService } from './credit-notes.service';

class CancelCreditNoteDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

class CreditNotesQuery extends ListQuery({
  sortable: [...CREDIT_NOTES_SORTABLE],
  search: 'the numbers of credit note and invoice, and the vendor’s names',
}) {
  @Parameter.bom() bom?: boolean;

  @Parameter.oneOf(CREDIT_NOTE_STATUSES, { description: 'Credit notes in this status.', example: 'active' })
  status?: CreditNoteStatus;

  @Parameter.id({ description: 'Credit notes of this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Credit notes of this invoice.', example: 1 }) invoice_id?: InvoiceId;
  @Parameter.currency({ description: 'Credit notes in this currency, ISO 4217.', example: 'SAR' }) currency?: string;
  @Parameter.day({ description: 'credit_date on this day or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'credit_date on this day or earlier.', example: '2026-03-31' }) to_date?: string;

  toFilter(): CreditNoteFilter {
    const { status, vendor_id: vendorId, invoice_id: invoiceId, currency, from_date: from, to_date: to, search } = this;
    return { status, vendorId, invoiceId, currency, from, to, search };
  }
}

const CREDIT_NOTE_COLUMNS = [
  'id',
  'credit_note_number',
  'status',
  'credit_date',
  'vendor_id',
  'vendor_name',
  'invoice_id',
  'invoice_number',
  'vendor_invoice_number',
  'currency',
  'amount',
  'reason',
  'recorded_by',
  'created_at',
  'cancelled_at',
  'cancelled_by',
  'cancellation_reason',
] as const;

function creditNoteRow(note: CreditNoteSummaryResponse): Record<(typeof CREDIT_NOTE_COLUMNS)[number], CsvCell> {
  const { vendor, invoice, recorded_by, cancelled_by, ...rest } = note;
  return {
    ...rest,
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    invoice_id: invoice.id,
    invoice_number: invoice.invoice_number,
    vendor_invoice_number: invoice.vendor_invoice_number,
    recorded_by: recorded_by?.name ?? null,
    cancelled_by: cancelled_by?.name ?? null,
  };
}

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
    description: 'The CSV file contains all matching credit notes; page and per_page do not apply.',
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
      'Cancels a credit note that was recorded by mistake. Its number can be used again. Its lines count as billed and its ' +
      'amount is due again, even if a refund was paid. A paid invoice with an amount due becomes approved. Rejected if an ' +
      'invoice approved since then bills the same quantities beyond the ordered and accepted quantity.',
    codes: ['INVALID_STATUS', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: CancelCreditNoteDto,
  ): Promise<CreditNoteResponse> {
    return toCreditNoteResponse(await this.creditNotes.cancel(actor, id, body.reason), this.clock.today());
  }
}
