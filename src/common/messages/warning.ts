import type { Message } from '../errors';
import { translate, type Language } from './index';

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
