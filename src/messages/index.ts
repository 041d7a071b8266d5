import { httpMessages } from './http';
import { importMessages } from './imports';
import { integrationMessages } from './integration';
import { invoiceMessages } from './invoices';
import { organisationMessages } from './organisation';
import { procurementMessages } from './procurement';
import { validationMessages } from './validation';

/** The two languages the service speaks. */
export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One sentence in both languages. */
type Sentence = Readonly<Record<Language, string>>;

/**
 * Every sentence the service can say, each in both languages side by side; one that lacks either does not compile. Keys are
 * `module.name`, placeholders `{name}`. There is a file for each group of modules, and for what is long.
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

/** Whether there is such a sentence: what was stored by another release may name one that this one has not. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(MESSAGES, key);

/** Says a message in a language. `{name}` in the sentence is replaced by the parameter of that name. */
export function translate(language: Language, key: MessageKey, params: MessageParams = {}): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}
