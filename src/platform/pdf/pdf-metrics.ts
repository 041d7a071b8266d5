import { counterBy, gauge, histogram } from '../metrics';

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

/** Without duplicates, in alphabetical order. */
export function scriptsOf(characters: Iterable<string>): Script[] {
  return [...new Set(Array.from(characters, scriptOf))].sort();
}

function scriptOf(character: string): Script {
  return PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? (EMOJI.test(character) ? 'Emoji' : 'Other');
}

const SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30];

const OUTCOMES = ['rendered', 'queue_full', 'timed_out', 'client_gone', 'failed'] as const;
type PdfOutcome = (typeof OUTCOMES)[number];

const documents = counterBy('pdf_documents_total', 'PDF documents by what became of them', 'outcome', OUTCOMES);
const missingGlyphs = counterBy(
  'pdf_documents_missing_glyphs_total',
  'PDF documents with characters of the script for which no font has a glyph',
  'script',
  SCRIPTS,
);
const waiting = gauge('pdf_documents_waiting', 'Documents that wait for their turn');
const rendering = gauge('pdf_documents_rendering', 'Documents being rendered');
const wait = histogram('pdf_queue_wait_seconds', 'How long a document waited for its turn', SECONDS);
const render = histogram('pdf_render_duration_seconds', 'How long a document was rendered, the wait left out', SECONDS);

export class MeasuredDocument {
  private readonly requestedAt = performance.now();
  private begun: number | undefined;

  constructor() {
    waiting.inc();
  }

  begin(): void {
    this.begun = performance.now();
    waiting.dec();
    rendering.inc();
    wait.observe((this.begun - this.requestedAt) / 1000);
  }

  end(outcome: PdfOutcome): void {
    documents.inc(outcome);
    if (this.begun === undefined) waiting.dec();
    else rendering.dec();
    if (this.begun !== undefined && outcome === 'rendered') render.observe((performance.now() - this.begun) / 1000);
  }
}

export function countMissingGlyphs(scripts: readonly Script[]): void {
  for (const script of scripts) missingGlyphs.inc(script);
}
