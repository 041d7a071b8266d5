import { type Decimal, ZERO } from '../../common/money';
import { categoryKey } from './selection';

/** The amount of a budget allocated to each expense type; null where it was not given. */
export interface AllocatedSplit {
  readonly capex: Decimal | null;
  readonly opex: Decimal | null;
}

/**
 * The amounts allocated to each expense type: those that were given; else, for a budget whose category is an expense type,
 * the whole to that type and 0 to the other; else null.
 */
export function allocatedSplit(allocated: Decimal, category: string | null, said: AllocatedSplit): AllocatedSplit {
  if (said.capex !== null || said.opex !== null) return said;
  const key = categoryKey(category);
  if (key === 'capex') return { capex: allocated, opex: ZERO };
  if (key === 'opex') return { capex: ZERO, opex: allocated };
  return said;
}
