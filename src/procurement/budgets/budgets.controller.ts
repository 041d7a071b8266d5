import { Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { BudgetId } from '../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  Examples,
  type Form,
  IfMatches,
  PathId,
  Query,
  Requires,
} from '../../platform/http';
import {
  BudgetResponse,
  BudgetResponseB,
  BudgetSummaryResponse,
  BudgetSummaryResponseB,
  MovementResponse,
  toBudgetResponse,
  toBudgetResponseB,
  toBudgetSummaryResponse,
  toBudgetSummaryResponseB,
  toMovementResponse,
  toUtilizationResponse,
  toUtilizationResponseB,
  UtilizationResponse,
  UtilizationResponseB,
} from './http/answers';
import { BudgetsQuery, CreateBudgetDto, MovementsQuery, UpdateBudgetDto } from './http/requests';
import { BudgetsQueries } from './budgets.queries';
import { BudgetsService } from './budgets.service';
import { BUDGET_EXAMPLES } from './http/examples';

const BUDGET = { a: BudgetResponse, b: BudgetResponseB };
const IN_FORM = { a: toBudgetResponse, b: toBudgetResponseB };
const SUMMARY_IN_FORM = { a: toBudgetSummaryResponse, b: toBudgetSummaryResponseB };
const UTILIZATION_IN_FORM = { a: toUtilizationResponse, b: toUtilizationResponseB };

@BothForms('budgets', 'Budgets')
export class BudgetsController {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly queries: BudgetsQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage({ a: BudgetSummaryResponse, b: BudgetSummaryResponseB }, { summary: 'List budgets' })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: BudgetsQuery,
    @CurrentForm() form: Form,
  ): Promise<Page<BudgetSummaryResponse>> {
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map(SUMMARY_IN_FORM[form]);
  }

  @Post()
  @Examples(BUDGET_EXAMPLES.create)
  @Requires('write', 'budgets.write')
  @Answers(BUDGET, { summary: 'Create a draft budget', message: 'budget.created', status: 201 })
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateBudgetDto,
    @CurrentForm() form: Form,
  ): Promise<BudgetResponse> {
    return IN_FORM[form](await this.budgets.create(actor, body.toInput()));
  }

  @Get(':id')
  @Requires('read')
  @Answers(BUDGET, { summary: 'Get a budget' })
  async get(@CurrentActor() actor: Actor, @PathId() id: BudgetId, @CurrentForm() form: Form): Promise<BudgetResponse> {
    return IN_FORM[form](await this.queries.get(actor.tenantId, id));
  }

  @Get(':id/utilization')
  @Requires('read')
  @Answers({ a: UtilizationResponse, b: UtilizationResponseB }, { summary: 'Get the utilization of a budget' })
  async utilization(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @CurrentForm() form: Form,
  ): Promise<UtilizationResponse> {
    return UTILIZATION_IN_FORM[form](await this.queries.get(actor.tenantId, id), this.clock.now());
  }

  @Put(':id')
  @Examples(BUDGET_EXAMPLES.update)
  @Requires('write', 'budgets.write')
  @Answers(BUDGET, {
    summary: 'Update a budget or its status',
    description:
      'Department, fiscal year, currency and category cannot change once the budget has been used. Reopening needs `admin`. Activating a budget again after its orders were carried forward needs `admin` and `comments`.',
    codes: ['INVALID_STATUS'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: UpdateBudgetDto,
    @CurrentForm() form: Form,
  ): Promise<BudgetResponse> {
    return IN_FORM[form](await this.budgets.update(actor, id, body.toInput(), ifMatch));
  }
}

@BothForms('budgets/:id/movements', 'Budgets')
export class BudgetMovementsController {
  constructor(private readonly queries: BudgetsQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(MovementResponse, {
    summary: 'List the movements of a budget',
    description:
      "Lists the budget's ledger: every movement with its document. The changes add up to the amounts of the budget.",
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @Query() query: MovementsQuery,
  ): Promise<Page<MovementResponse>> {
    const page = await this.queries.movements(actor.tenantId, id, query.toFilter(), query.toPageRequest());
    return page.map(toMovementResponse);
  }
}
