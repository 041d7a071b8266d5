import type { LineResult } from './line-match';
import type { MatchStatus } from '../approval/policy';

const MISMATCHES: readonly LineResult[] = ['unmatched', 'price_over', 'vat_over', 'qty_over_ordered'];

/** The header's status from the results of its lines: the first that holds. */
export function headerStatus(results: readonly LineResult[]): MatchStatus {
  if (results.some((result) => MISMATCHES.includes(result))) return 'mismatch';
  if (results.length > 0 && results.every((result) => result === 'not_received')) return 'pending_grn';
  return results.every((result) => result === 'ok') ? 'full_match' : 'partial_match';
}
