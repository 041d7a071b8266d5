import { approvalMessages } from './approvals';
import { budgetMessages } from './budgets';
import { changesMessages } from './changes';
import { documentMessages } from './documents';
import { httpMessages } from './http';
import { exportMessages } from './exports';
import { importMessages } from './imports';
import { invoiceMessages } from './invoices';
import { otherMessages } from './others';
import { purchaseOrderMessages } from './purchase-orders';
import { roleMessages } from './roles';
import { userMessages } from './users';
import { validationMessages } from './validation';
import { vendorMessages } from './vendors';
import { webhookMessages } from './webhooks';

/** The two languages the service speaks. */
export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Every sentence the service can say, each in both languages side by side: one file a module, and `others.ts` for modules that
 * have a few only.
 */
export const MESSAGES = {
  ...httpMessages,
  ...validationMessages,
  ...approvalMessages,
  ...budgetMessages,
  ...changesMessages,
  ...documentMessages,
  ...exportMessages,
  ...importMessages,
  ...invoiceMessages,
  ...otherMessages,
  ...purchaseOrderMessages,
  ...roleMessages,
  ...userMessages,
  ...vendorMessages,
  ...webhookMessages,
};

export type MessageKey = keyof typeof MESSAGES;
export type MessageParams = Readonly<Record<string, string | number>>;

/** Whether there is such a sentence: what was stored by another release may name one that this one has not. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(MESSAGES, key);

/** Says a message in a language. `{name}` in the sentence is replaced by the parameter of that name. */
export function translate(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}
