import type { Message } from './errors';
import { translate, type Language } from '../messages';

export interface Warning {
  readonly code: string;
  readonly text: Message;
}

/** The `warnings` of a response in its language; an empty object without warnings. */
export function toWarningsResponse(
  warnings: readonly Warning[],
  language: Language,
): { warnings?: { code: string; message: string }[] } {
  if (warnings.length === 0) return {};
  return {
    warnings: warnings.map(({ code, text }) => ({ code, message: translate(language, text.key, text.params) })),
  };
}

/** A warning that a stored record has as long as SQL finds its cause. */
export interface StoredWarnings {
  /** A JSON expression over the record; null without a cause. $1 is the tenant. */
  readonly sql: string;
  readonly of: (cause: unknown) => readonly Warning[];
}

/** Without duplicates. */
export function together(...sources: readonly (readonly Warning[])[]): readonly Warning[] {
  return [...new Map(sources.flat().map((warning) => [JSON.stringify(warning), warning])).values()];
}

/** Warnings at the time of a decision, for the audit trail; an empty object without warnings. */
export function auditedWarnings(warnings: readonly Warning[]): { readonly warnings?: readonly object[] } {
  if (warnings.length === 0) return {};
  return { warnings: warnings.map(({ code, text }) => ({ code, ...text.params })) };
}
