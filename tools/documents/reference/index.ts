import type { Reference } from '../openapi/reference';
import { BULK_ENUMS } from './enums/bulk';
import { CHANGE_ENUMS } from './enums/changes';
import { ERROR_CODE_ENUM } from './enums/errors';
import { INVOICE_ENUMS } from './enums/invoices';
import { ORDER_ENUMS } from './enums/orders';
import { RECORD_ENUMS } from './enums/records';
import { SETTING_ENUMS } from './enums/settings';
import { FIELDS } from './fields';
import { OPERATIONS } from './operations';
import { PARAMETERS } from './parameters';
import { RARE } from './rare';

/** Descriptions for the OpenAPI documents that are not next to the code they describe. */
export const REFERENCE: Reference = {
  enums: [
    ERROR_CODE_ENUM,
    ...CHANGE_ENUMS,
    ...ORDER_ENUMS,
    ...INVOICE_ENUMS,
    ...RECORD_ENUMS,
    ...SETTING_ENUMS,
    ...BULK_ENUMS,
  ],
  fields: FIELDS,
  parameters: PARAMETERS,
  operations: OPERATIONS,
  rare: RARE,
};
