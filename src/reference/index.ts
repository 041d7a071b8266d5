import type { Reference } from '../http';
import { INVOICE_ENUMS } from './enums/invoices';
import { ORDER_ENUMS } from './enums/orders';
import { RECORD_ENUMS } from './enums/records';
import { SETTING_ENUMS } from './enums/settings';
import { FIELDS } from './fields';
import { OPERATIONS } from './operations';
import { PARAMETERS } from './parameters';

/** What the OpenAPI documents say of fields, parameters and values whose code does not say it where it stands. */
export const REFERENCE: Reference = {
  enums: [...ORDER_ENUMS, ...INVOICE_ENUMS, ...RECORD_ENUMS, ...SETTING_ENUMS],
  fields: FIELDS,
  parameters: PARAMETERS,
  operations: OPERATIONS,
};
