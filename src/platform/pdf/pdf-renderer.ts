import { Logger, OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '../../common/errors';
import { FairQueue, halfOf, QueueFullError } from '../../common/async/fair-queue';
import { inSpan, type SpanOptions } from '../tracing';
import { type BrowserSearch, BrowserUnavailableError } from './browser/browser-locator';
import type { PrintedDocument } from './browser/sealed-page';
import { scriptsOf, countMissingGlyphs, MeasuredDocument } from './pdf-metrics';
import type { PrintableDocument } from './html';
import { untilAborted } from './browser/until-aborted';
import { WarmBrowser } from './browser/start-browser';

export interface PdfRendererOptions extends BrowserSearch {
  /** Half as many per tenant. */
  readonly parallel: number;
  /** Per tenant. */
  readonly queueLimit: number;
  /** Milliseconds, the wait included. */
  readonly deadlineMs: number;
}

interface RenderFor {
  readonly tenantId: string;
  /** Aborts when the client has disconnected. */
  readonly gone?: AbortSignal;
  readonly orderId?: number;
}

/** The span of printing; the earlier part of the request is the wait. */
const PRINTING = (): SpanOptions => ({ name: 'print PDF' });

/** Seconds. */
const RETRY_WHEN_BUSY = 5;
const RETRY_WITHOUT_BROWSER = 60;

/** Converts HTML to PDF in one Chromium that stays running. Documents run no scripts and have no network access. */
export class PdfRenderer implements OnApplicationShutdown {
  private readonly log = new Logger(PdfRenderer.name);
  private readonly browser: WarmBrowser;
  private readonly queue: FairQueue;

  constructor(private readonly options: PdfRendererOptions) {
    this.browser = new WarmBrowser(options);
    this.queue = new FairQueue({
      inFlight: options.parallel,
      inFlightOfTenant: halfOf(options.parallel),
      waitingOfTenant: options.queueLimit,
    });
  }

  /**
   * Renders a document in its tenant's turn, on A4 unless its `@page` sets another size.
   * @param document the document, or a function that creates it when its turn has come, because a large one blocks the
   * event loop
   * @throws DomainError SERVICE_UNAVAILABLE with `retryAfter` when too many documents of this tenant wait, the deadline
   * passes, the client disconnects, or there is no browser
   */
  async render(
    document: PrintableDocument | (() => PrintableDocument),
    { tenantId, gone, orderId }: RenderFor,
  ): Promise<Buffer> {
    const made = (): PrintableDocument => (typeof document === 'function' ? document() : document);
    const deadline = AbortSignal.timeout(this.options.deadlineMs);
    const signal = gone ? AbortSignal.any([deadline, gone]) : deadline;
    const measured = new MeasuredDocument();
    try {
      const print = (): Promise<PrintedDocument> => {
        measured.begin();
        return inSpan(PRINTING, () => this.print(made(), signal));
      };
      const { pdf, missing } = await this.queue.run(tenantId, print, signal);
      measured.end('rendered');
      if (missing.length > 0) this.reportMissing(missing, tenantId, orderId);
      return pdf;
    } catch (error) {
      if (error instanceof QueueFullError) measured.end('queue_full');
      else if (gone?.aborted) measured.end('client_gone');
      else measured.end(deadline.aborted ? 'timed_out' : 'failed');
      throw this.unavailable(error, signal);
    }
  }

  /** Runs after the last request has been answered, so no rendering is interrupted. */
  async onApplicationShutdown(): Promise<void> {
    await this.browser.close();
  }

  /** A crash of the browser or page is usually not caused by the document, so it is tried once more on a new page. */
  private async print(document: PrintableDocument, signal: AbortSignal): Promise<PrintedDocument> {
    try {
      return await this.printOnce(document, signal);
    } catch (error) {
      if (signal.aborted || error instanceof BrowserUnavailableError) throw error;
      this.log.warn({ err: error }, 'A render failed; trying once more');
      return this.printOnce(document, signal);
    }
  }

  private async printOnce(document: PrintableDocument, signal: AbortSignal): Promise<PrintedDocument> {
    const browser = await untilAborted(this.browser.get(), signal);
    return browser.print(document, signal);
  }

  /** Logs only the scripts, because the characters are user text. */
  private reportMissing(characters: readonly string[], tenant: string, orderId: number | undefined): void {
    const scripts = scriptsOf(characters);
    countMissingGlyphs(scripts);
    this.log.warn({ tenant, order_id: orderId, scripts }, 'A PDF shows boxes: no font has glyphs of these scripts');
  }

  private unavailable(cause: unknown, signal: AbortSignal): DomainError {
    const busy = cause instanceof QueueFullError || signal.aborted;
    const seconds = busy ? RETRY_WHEN_BUSY : RETRY_WITHOUT_BROWSER;
    if (!busy) this.log.error({ err: cause }, 'PDFs cannot be rendered');
    return new DomainError(
      'SERVICE_UNAVAILABLE',
      { key: 'error.unavailable', params: { seconds } },
      { cause, retryAfter: seconds },
    );
  }
}
