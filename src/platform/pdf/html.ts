import type { Language } from '../../messages';

/** Markup that may be inserted without escaping. Only {@link html} creates it, so every value in it is escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

/** Values in a template: they are escaped, except markup and lists of markup; `null` and `false` are empty. */
type Interpolated = string | number | Html | readonly Html[] | null | undefined | false;

/** A template that escapes interpolated values: `html\`<b>${name}</b>\`` shows the name `<script>` as text. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolated[]): Html {
  return new Html(strings.reduce((markup, part, index) => markup + render(values[index - 1]) + part));
}

function render(value: Interpolated): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map((part) => part.markup).join('');
  return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that shows exactly this text, in an element or a quoted attribute. Unprintable characters become U+FFFD. */
export function escapeHtml(text: string): string {
  return text.replace(UNPRINTABLE, '\uFFFD').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A CSS string literal with exactly this text, which cannot end the surrounding style element. */
export function cssString(text: string): string {
  const escaped = text
    .replace(UNPRINTABLE, '\uFFFD')
    .replace(/(?![A-Za-z0-9 .-])[\0-\x7F]/g, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

// Control characters except tab and newline, and unpaired surrogates.
// eslint-disable-next-line no-control-regex -- the pattern matches control characters
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\p{Surrogate}/gu;

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

export interface PrintableDocument {
  readonly language: Language;
  readonly title: string;
  /** Includes `@page` with its margin boxes for running heads. Values in it are {@link cssString}s. */
  readonly css: string;
  readonly body: Html;
}
