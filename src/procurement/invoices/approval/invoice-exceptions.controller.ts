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

/** Must be registered before the route `:id`, which would match `exceptions` as an id. */
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
    summary: 'List invoice exceptions',
    description:
      'Submitted invoices, and pending invoices with a blocked vendor or a warning, each with its reasons and next step. Oldest first by default.',
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
