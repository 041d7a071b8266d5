import { DomainError, type Message } from '../../src/common/errors';
import { translate } from '../../src/messages';

/** How a rule refuses, as its reader meets it. */
export interface Refusal {
  readonly code: string;
  /** The sentence in English. */
  readonly says: string;
  /** Of a VALIDATION_ERROR: the sentences about each field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Facts for machines, where there are any. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A message as an English reader sees it. */
export function inEnglish({ key, params }: Message): string {
  return translate('en', key, params);
}

/** How this refuses; undefined when it does not. */
export function refusal(check: () => unknown): Refusal | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { fields, details } = error.extras;
    return {
      code: error.code,
      says: inEnglish(error.text),
      ...(fields ? { fields: sentences(fields) } : {}),
      ...(details ? { details } : {}),
    };
  }
}

/** The sentences about each field that this refuses; none when it does not. */
export function refusedFields(check: () => unknown): Readonly<Record<string, readonly string[]>> | undefined {
  const refused = refusal(check);
  return refused && (refused.fields ?? { [refused.code]: [refused.says] });
}

function sentences(fields: Readonly<Record<string, readonly Message[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.map(inEnglish)]));
}
