import { BUDGET_FIELDS } from './budgets';
import { INVOICE_FIELDS } from './invoices';
import { ORDER_FIELDS } from './orders';
import { PEOPLE_FIELDS } from './people';
import { SHARED_FIELDS } from './shared';
import type { Fields } from './describe-field';
import { VENDOR_FIELDS } from './vendors';

export const FIELDS: Fields = {
  ...SHARED_FIELDS,
  ...ORDER_FIELDS,
  ...INVOICE_FIELDS,
  ...VENDOR_FIELDS,
  ...BUDGET_FIELDS,
  ...PEOPLE_FIELDS,
};
