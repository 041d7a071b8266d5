/** Names of scripts as Unicode has them, for the writing systems of today. */
const UNICODE_SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
] as const;

/** The values of the metric's label. `Other`: rare scripts, symbols and private characters. */
export const SCRIPTS = [...UNICODE_SCRIPTS, 'Emoji', 'Other'] as const;
export type Script = (typeof SCRIPTS)[number];

const PATTERNS = UNICODE_SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Component}]/u;

/** The scripts of these characters, each once, in alphabetical order. */
export function scriptsOf(characters: Iterable<string>): Script[] {
  return [...new Set(Array.from(characters, scriptOf))].sort();
}

function scriptOf(character: string): Script {
  return PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? (EMOJI.test(character) ? 'Emoji' : 'Other');
}
