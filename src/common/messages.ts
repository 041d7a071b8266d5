import { approvalMessages } from './messages/approvals';
import { budgetMessages } from './messages/budgets';
import { departmentMessages } from './messages/departments';
import { documentMessages } from './messages/documents';
import { goodsReceiptMessages } from './messages/goods-receipts';
import { httpMessages } from './messages/http';
import { invoiceMessages } from './messages/invoices';
import { purchaseOrderMessages } from './messages/purchase-orders';
import { reportMessages } from './messages/reports';
import { userMessages } from './messages/users';
import { validationMessages } from './messages/validation';
import { vendorMessages } from './messages/vendors';
import { webhookMessages } from './messages/webhooks';

/** The two languages the service speaks. */
export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every sentence the service can say, each in both languages side by side, one file a module. */
export const MESSAGES = {
  ...httpMessages,
  ...validationMessages,
  ...approvalMessages,
  ...budgetMessages,
  ...departmentMessages,
  ...documentMessages,
  ...goodsReceiptMessages,
  ...invoiceMessages,
  ...purchaseOrderMessages,
  ...reportMessages,
  ...userMessages,
  ...vendorMessages,
  ...webhookMessages,
};

export type MessageKey = keyof typeof MESSAGES;
export type MessageParams = Readonly<Record<string, string | number>>;

/** Says a message in a language. `{name}` in the sentence is replaced by the parameter of that name. */
export function translate(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}
