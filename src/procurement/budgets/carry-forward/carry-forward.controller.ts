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
import { CarriedForwardResponse, presentCarriedForward } from './answers';
import { CarryForwardService, type CarryRequest } from './carry-forward.service';

/** Where the open orders of a budget go. */
class CarryForwardDto {
  @Field.id({
    description: 'The active budget of the next fiscal year, of the same department, category and currency.',
  })
  to_budget_id: BudgetId;

  @Field.boolean({
    optional: true,
    description: 'Carry orders though that budget does not suffice; needs `admin`, and comments.',
  })
  override_budget?: boolean;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) comments?: string | null;

  toRequest(): CarryRequest {
    const { to_budget_id: toBudgetId, override_budget: overrideBudget, comments = null } = this;
    return { toBudgetId, overrideBudget, comments };
  }
}

/** Carries what open orders hold of a budget to that of the next year; the same in both forms. */
@BothForms('budgets/:id/carry-forward', 'Budgets')
export class CarryForwardController {
  constructor(private readonly carryForward: CarryForwardService) {}

  @Post()
  @Examples(BUDGET_EXAMPLES.carryForward)
  @Requires('write', 'budgets.write')
  @OutsideTransaction()
  @Answers(CarriedForwardResponse, {
    summary: 'Carry the open orders of a closed or frozen budget to the next year',
    description:
      'What they reserve and commit moves, what was spent stays. Each order is checked as at its approval and is a transaction of its own: one that is refused is `left`, with the reason, and the call can be repeated. At most 500 orders are moved by one call.',
    codes: ['INVALID_STATUS'],
  })
  async carry(
    @CurrentActor() actor: Actor,
    @PathId() id: BudgetId,
    @Body() body: CarryForwardDto,
    @CurrentLanguage() language: Language,
  ): Promise<CarriedForwardResponse> {
    return presentCarriedForward(await this.carryForward.carryForward(actor, id, body.toRequest()), language);
  }
}
