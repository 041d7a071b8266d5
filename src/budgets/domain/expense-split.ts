import { type Decimal, ZERO } from '../../common/money';
import { categoryKey } from './selection';

/** How much of a budget each expense type has; null where nobody said. */
export interface AllocatedSplit {
  readonly capex: Decimal | null;
  readonly opex: Decimal | null;
}

/**
 * What is allocated to each expense type: as somebody said; else, of a budget whose category is an expense type, the
 * whole to that one and nothing to the other; else unknown.
 */
export function allocatedSplit(allocated: Decimal, category: string | null, said: AllocatedSplit): AllocatedSplit {
  if (said.capex !== null || said.opex !== null) return said;
  const key = categoryKey(category);
  if (key === 'capex') return { capex: allocated, opex: ZERO };
  if (key === 'opex') return { capex: ZERO, opex: allocated };
  return said;
}
