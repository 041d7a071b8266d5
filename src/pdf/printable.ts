import type { Language } from '../common/messages';
import type { Html } from './html';

/** A document to print. Set in {@link FONT_FAMILY}; Arabic runs from right to left. */
export interface PrintableDocument {
  readonly language: Language;
  /** Title in the PDF's metadata. */
  readonly title: string;
  /** The look, `@page` included: its margin boxes carry running heads and page numbers. Values in it are {@link cssString}s. */
  readonly css: string;
  readonly body: Html;
}

/** The writing direction of a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
