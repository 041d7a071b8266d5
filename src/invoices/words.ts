import type { FormWords } from '../http';
import { NotMatchedError } from './not-matched';
import { presentStoredMatch } from './present-match';

/** Lets INVOICE_NOT_MATCHED show its match, with the reasons as sentences in the caller's language: in both forms alike. */
export const INVOICE_WORDS: FormWords = {
  details: (error, language) => {
    if (!(error instanceof NotMatchedError)) return undefined;
    const summary = presentStoredMatch(error.match, language);
    return { match_status: error.matchStatus, match_summary: summary, reasons: summary.reasons };
  },
};
