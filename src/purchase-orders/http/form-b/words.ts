import type { FormWords, Vocabulary } from '../../../http';
import { STATUS_WORDS } from './status';

/** What Form B calls the fields and statuses of orders, where the rules call them otherwise. */
export const ORDER_WORDS_B: FormWords = {
  fields: {
    items: 'lines',
    vat_rate: 'vat_percentage',
    notes: 'description',
    expected_delivery_date: 'required_date',
    attachments: 'documents',
  },
  statuses: STATUS_WORDS,
};

/** For what is under an order and has the same fields in both forms: in Form B only the order's statuses are called otherwise. */
export const ORDER_STATUS_WORDS: Vocabulary = { b: { statuses: STATUS_WORDS } };
