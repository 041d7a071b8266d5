import { Get } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import type { Language } from '../../../messages';
import type { Page } from '../../../common/lists/page';
import { AnswersPage, BothForms, CurrentActor, CurrentLanguage, Query, Requires } from '../../../platform/http';
import { TenantSettings } from '../../../organisation/tenants';
import { ExceptionsQuery } from '../http/list-query';
import { InvoicesQueries } from '../queries/invoices.queries';
import { ExceptionResponse, toExceptionResponse } from './answers';

/** The queue of what waits for something other than a decision. Stands before `:id`, or `exceptions` were an id. */
@BothForms('invoices/exceptions', 'Invoices')
export class InvoiceExceptionsController {
  constructor(
    private readonly queries: InvoicesQueries,
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(ExceptionResponse, {
    summary: 'List invoices that wait, why, and what would clear them',
    description:
      'Submitted invoices whose match is not approvable, and pending ones whose vendor is blocked or of which a warning stands; oldest first.',
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ExceptionsQuery,
    @CurrentLanguage() language: Language,
  ): Promise<Page<ExceptionResponse>> {
    const [page, { settings }] = await Promise.all([
      this.queries.exceptions(actor.tenantId, query.toFilter(), query.toPageRequest()),
      this.tenants.read(actor.tenantId),
    ]);
    const reading = { today: this.clock.today(), language };
    return page.map((row) => toExceptionResponse(row, reading, settings.invoices_without_po));
  }
}
