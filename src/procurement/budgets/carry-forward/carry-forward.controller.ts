import { Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Language } from '../../../messages';
import type { BudgetId } from '../../../common/records/ids';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  Field,
  MAX_COMMENT,
  OutsideTransaction,
  PathId,
  Requires,
} from '../../../platform/http';
import { BUDGET_EXAMPLES } from '../http/examples';
import { CarriedForwardResponse, toCarriedForwardResponse } from './answers';
import { CarryForwardService, type CarryRequest } from './carry-forward.service';

class CarryForwardDto {
  @Field.id({
    description: 'The active budget of the next fiscal year with the same department, category and currency.',
  })
  to_budget_id: BudgetId;

  @Field.boolean({
    optional: true,
    description: 'Carry orders forward although that budget is exceeded. Needs `admin` and comments.',
  })
  override_budget?: boolean;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) comments?: string | null;

  toRequest(): CarryRequest {
    const { to_budget_id: toBudgetId, override_budget: overrideBudget, comments = null } = this;
    return { toBudgetId, overrideBudget, comments };
  }
}

@BothForms('budgets/:id/carry-forward', 'Budgets')
export class CarryForwardController {
  constructor(private readonly carryForward: CarryForwardService) {}

  @Post()
  @Examples(BUDGET_EXAMPLES.carryForward)
  @Requires('write', 'budgets.write')
  @OutsideTransaction()
  @Answers(CarriedForwardResponse, {
    summary: 'Carry open orders forward to the next year',
    description:
      'Moves the reservations and commitments of open orders from a closed or frozen budget to `to_budget_id`; spent amounts stay. Each order is checked as at its approval, in its own transaction. `left` lists rejected orders with the reason. One call moves at most 500 orders and can be repeated.',
    codes: ['INVALID_STATUS'],
  })
  async carry(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @Body() body: CarryForwardDto,
    @CurrentLanguage() language: Language,
  ): Promise<CarriedForwardResponse> {
    return toCarriedForwardResponse(await this.carryForward.carryForward(actor, id, body.toRequest()), language);
  }
}
