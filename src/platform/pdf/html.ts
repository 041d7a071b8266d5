import type { Language } from '../../messages';

/** Markup that may go into a document as it stands. Only {@link html} makes it, so every value in it was escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What may stand in a template: values are escaped, markup and lists of it are not, `null` and `false` are nothing. */
type Interpolated = string | number | Html | readonly Html[] | null | undefined | false;

/**
 * A template whose interpolated values can only ever be text. `html\`<b>${name}</b>\`` shows a name of
 * `<script>` as those eight characters.
 */
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

/** Text as HTML that shows exactly that text, in an element or a quoted attribute. What has no picture shows as U+FFFD. */
export function escapeHtml(text: string): string {
  return text.replace(UNPRINTABLE, '\uFFFD').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Text as a CSS string literal that shows exactly that text and cannot end the style element around it. */
export function cssString(text: string): string {
  const escaped = text
    .replace(UNPRINTABLE, '\uFFFD')
    .replace(/(?![A-Za-z0-9 .-])[\0-\x7F]/g, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

// Control characters other than tab and newline, halves of broken surrogate pairs.
// eslint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\p{Surrogate}/gu;

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** A document to print. Set in `FONT_FAMILY`; Arabic runs from right to left. */
export interface PrintableDocument {
  readonly language: Language;
  /** Title in the PDF's metadata. */
  readonly title: string;
  /** The look, `@page` included: its margin boxes carry running heads and page numbers. Values in it are {@link cssString}s. */
  readonly css: string;
  readonly body: Html;
}
