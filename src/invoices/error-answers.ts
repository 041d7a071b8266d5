import { DomainError } from '../common/errors';
import type { Language } from '../common/messages';
import { NotMatchedError } from './not-matched';
import { presentStoredMatch } from './approval/present';

/** Lets INVOICE_NOT_MATCHED carry its match, with the reasons said in the caller's language. */
export async function sayingWhy<T>(language: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotMatchedError)) throw error;
    const summary = presentStoredMatch(error.match, language);
    const details = { match_status: error.matchStatus, match_summary: summary, reasons: summary.reasons };
    throw new DomainError(error.code, error.text, { details, cause: error });
  }
}
