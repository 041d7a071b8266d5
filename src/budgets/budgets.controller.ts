import { Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import type { Page } from '../common/page';
import type { IfMatch } from '../common/records/versions';
import type { BudgetId } from '../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  CurrentActor,
  Examples,
  FormA,
  IfMatches,
  PathId,
  Query,
  Requires,
  WithMessage,
} from '../http';
import { BudgetOut, BudgetSummaryOut, UtilizationOut } from './http/answers';
import { BudgetsQuery, CreateBudgetIn, UpdateBudgetIn } from './http/requests';
import { BudgetsQueries } from './budgets.queries';
import { BudgetsService } from './budgets.service';
import { BUDGET_EXAMPLES } from './http/examples';
import { presentBudget, presentBudgetSummary, presentUtilization } from './http/present';

/** Budgets in Form A. */
@FormA('budgets', 'Budgets')
export class BudgetsController {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly queries: BudgetsQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(BudgetSummaryOut, { summary: 'List budgets' })
  async list(@CurrentActor() actor: Actor, @Query() query: BudgetsQuery): Promise<Page<BudgetSummaryOut>> {
    return (await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest())).map(presentBudgetSummary);
  }

  @Post()
  @Examples(BUDGET_EXAMPLES.create)
  @Requires('write')
  @Answers(BudgetOut, { summary: 'Create a draft budget', status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateBudgetIn): Promise<WithMessage<BudgetOut>> {
    return new WithMessage(presentBudget(await this.budgets.create(actor, body.toInput())), 'budget.created');
  }

  @Get(':id')
  @Requires('read')
  @Answers(BudgetOut, { summary: 'Get a budget' })
  async get(@CurrentActor() actor: Actor, @PathId() id: BudgetId): Promise<BudgetOut> {
    return presentBudget(await this.queries.get(actor.tenantId, id));
  }

  @Get(':id/utilization')
  @Requires('read')
  @Answers(UtilizationOut, { summary: 'Show how far a budget is used' })
  async utilization(@CurrentActor() actor: Actor, @PathId() id: BudgetId): Promise<UtilizationOut> {
    return presentUtilization(await this.queries.get(actor.tenantId, id), this.clock.now());
  }

  @Put(':id')
  @Examples(BUDGET_EXAMPLES.update)
  @Requires('write')
  @Answers(BudgetOut, {
    summary: 'Change a budget, or its status',
    description: 'Department, fiscal year and currency are fixed once the budget was used. Reopening needs `admin`.',
    codes: ['INVALID_STATUS'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: UpdateBudgetIn,
  ): Promise<BudgetOut> {
    return presentBudget(await this.budgets.update(actor, id, body.toInput(), ifMatch));
  }
}
