import { isMessageKey, type Language, translate } from './index';

/** The sentence of the code that a job ended with; that of an internal error where this release has none for it. */
export function failureText(code: string, language: Language): string {
  const key = `error.${code.toLowerCase()}`;
  return translate(language, isMessageKey(key) ? key : 'error.internal');
}
