import { DomainError } from '../common/errors';
import type { MatchStatus } from '../common/matching';
import type { StoredMatch } from './entities/stored-match';

/** INVOICE_NOT_MATCHED with the match that says why; its reasons are said in the caller's language at the edge. */
export class NotMatchedError extends DomainError {
  constructor(
    readonly matchStatus: MatchStatus,
    readonly match: StoredMatch,
  ) {
    super('INVOICE_NOT_MATCHED', { key: 'invoice.not_matched', params: { match_status: matchStatus } });
  }
}
