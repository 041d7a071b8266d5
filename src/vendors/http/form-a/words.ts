import type { FormWords } from '../../../http';
import { formAStatus } from './status';

/** What Form A calls the statuses of vendors, where the rules call them otherwise. */
export const VENDOR_WORDS_A: FormWords = { statuses: { blacklisted: formAStatus('blacklisted') } };
