import { counterBy, gauge, histogram } from '../metrics';
import { SCRIPTS, type Script } from './fonts/scripts';

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

/** Measures one document from the call to its end. */
export class MeasuredDocument {
  private readonly asked = performance.now();
  private begun: number | undefined;

  constructor() {
    waiting.inc();
  }

  /** Its turn has come. */
  begin(): void {
    this.begun = performance.now();
    waiting.dec();
    rendering.inc();
    wait.observe((this.begun - this.asked) / 1000);
  }

  /** It is finished, or will not be. */
  end(outcome: PdfOutcome): void {
    documents.inc(outcome);
    if (this.begun === undefined) waiting.dec();
    else rendering.dec();
    if (this.begun !== undefined && outcome === 'rendered') render.observe((performance.now() - this.begun) / 1000);
  }
}

/** Counts a document once for each of these scripts. */
export function countMissingGlyphs(scripts: readonly Script[]): void {
  for (const script of scripts) missingGlyphs.inc(script);
}
