import type { Message } from './errors';
import { translate, type Language } from '../messages';

/** Something the caller should know of a change that was made all the same. */
export interface Warning {
  readonly code: string;
  readonly text: Message;
}

/** `warnings` of an answer, in its language; nothing at all when there is none. */
export function sayWarnings(
  warnings: readonly Warning[],
  language: Language,
): { warnings?: { code: string; message: string }[] } {
  if (warnings.length === 0) return {};
  return {
    warnings: warnings.map(({ code, text }) => ({ code, message: translate(language, text.key, text.params) })),
  };
}

/** A warning of a stored record: it holds while SQL finds its cause. */
export interface StandingWarnings {
  /** An expression over the record, as JSON; null where there is no cause. $1 is the tenant. */
  readonly sql: string;
  /** What there is to say of the cause that was found. */
  readonly of: (cause: unknown) => readonly Warning[];
}

/** Warnings of several sources, each once. */
export function together(...sources: readonly (readonly Warning[])[]): readonly Warning[] {
  return [...new Map(sources.flat().map((warning) => [JSON.stringify(warning), warning])).values()];
}

/** What the audit trail keeps of the warnings that stood when something was decided; nothing at all when there was none. */
export function keptWarnings(warnings: readonly Warning[]): { readonly warnings?: readonly object[] } {
  if (warnings.length === 0) return {};
  return { warnings: warnings.map(({ code, text }) => ({ code, ...text.params })) };
}
