import type { FormWords } from '../../../http';

/** What Form B calls the fields of vendors, where the rules call them otherwise. */
export const VENDOR_WORDS_B: FormWords = { fields: { vat_number: 'tax_number' } };
