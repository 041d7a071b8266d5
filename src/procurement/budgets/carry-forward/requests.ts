import type { BudgetId } from '../../../common/records/ids';
import { Field, MAX_COMMENT } from '../../../platform/http';
import type { CarryRequest } from './carry-forward.service';

/** Where the open orders of a budget go. */
export class CarryForwardIn {
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
