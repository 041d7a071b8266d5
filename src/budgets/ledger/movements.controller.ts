import { Get } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Page } from '../../common/page';
import type { BudgetId } from '../../common/records/ids';
import { AnswersPage, BothForms, CurrentActor, PathId, Query, Requires } from '../../http';
import { MovementOut } from '../http/answers';
import { MovementsQuery } from '../http/requests';
import { MovementsQueries } from './movements.queries';
import { presentMovement } from '../http/present';

/** The ledger of one budget, the same in both forms. */
@BothForms('budgets/:id/movements', 'Budgets')
export class BudgetMovementsController {
  constructor(private readonly queries: MovementsQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(MovementOut, {
    summary: "List a budget's ledger",
    description: 'Every movement with the document it belongs to. Their changes sum to the budget’s amounts.',
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @Query() query: MovementsQuery,
  ): Promise<Page<MovementOut>> {
    const { budget, page } = await this.queries.list(actor.tenantId, id, query.toFilter(), query.toPageRequest());
    return page.map((row) => presentMovement(row, budget.currency));
  }
}
