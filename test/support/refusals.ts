import { DomainError, type Message } from '../../src/common/errors';
import { translate } from '../../src/messages';

/** The error of a rule. */
export interface Refusal {
  readonly code: string;
  /** The English message. */
  readonly says: string;
  /** For a VALIDATION_ERROR: the messages per field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Machine-readable details, if any. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export function inEnglish({ key, params }: Message): string {
  return translate('en', key, params);
}

/** The error of this check, or undefined if it passes. */
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

/** The messages per field of a failed check, or undefined if it passes. */
export function refusedFields(check: () => unknown): Readonly<Record<string, readonly string[]>> | undefined {
  const refused = refusal(check);
  return refused && (refused.fields ?? { [refused.code]: [refused.says] });
}

function sentences(fields: Readonly<Record<string, readonly Message[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.map(inEnglish)]));
}
