import { httpMessages } from './http';
import { importMessages } from './imports';
import { integrationMessages } from './integration';
import { invoiceMessages } from './invoices';
import { organisationMessages } from './organisation';
import { procurementMessages } from './procurement';
import { validationMessages } from './validation';

/** The languages of all messages. */
export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

type Sentence = Readonly<Record<Language, string>>;

/**
 * All messages by key, in both languages; a missing language does not compile. Keys are `module.name`, placeholders `{name}`.
 */
export const MESSAGES = {
  ...httpMessages,
  ...validationMessages,
  ...organisationMessages,
  ...procurementMessages,
  ...invoiceMessages,
  ...integrationMessages,
  ...importMessages,
} satisfies Readonly<Record<string, Sentence>>;

export type MessageKey = keyof typeof MESSAGES;
export type MessageParams = Readonly<Record<string, string | number>>;

/** A key that another release stored may not exist in this one. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(MESSAGES, key);

/** Replaces each `{name}` by the parameter of that name. A placeholder without a parameter stays. */
export function translate(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}
