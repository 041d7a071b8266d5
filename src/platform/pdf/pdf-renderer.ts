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
  /** Documents rendered at the same time; of one tenant half as many. */
  readonly parallel: number;
  /** Documents of one tenant that may wait for that; one more is refused. */
  readonly queueLimit: number;
  /** From the call to the finished document, waiting included, in milliseconds. */
  readonly deadlineMs: number;
}

/** For whom a document is rendered. */
interface RenderFor {
  readonly tenantId: string;
  /** Aborts when nobody waits for the document any more. */
  readonly gone?: AbortSignal;
  /** The order that the document shows, for the log. */
  readonly orderId?: number;
}

/** A document whose turn has come; the wait before it is the time from its request. */
const PRINTING = (): SpanOptions => ({ name: 'print PDF' });

/** Seconds after which a caller who found the queue full, or waited in vain, may come again. */
const RETRY_WHEN_BUSY = 5;
/** The same while there is no browser at all. */
const RETRY_WITHOUT_BROWSER = 60;

/**
 * Turns HTML into PDF in one warm headless Chromium, started at the first document. A document runs no script and
 * reaches nothing.
 */
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
   * Renders one document when it is its tenant's turn: A4 unless its `@page` says otherwise.
   * @param document or what makes it, called once when its turn has come: a large one takes the event loop for a while
   * @throws DomainError SERVICE_UNAVAILABLE with `retryAfter` when too many of this tenant wait, when the deadline
   *   passes, when nobody waits for it any more, or when no browser can be had
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

  /** After the last request has been answered: a render in flight is not cut off. */
  async onApplicationShutdown(): Promise<void> {
    await this.browser.close();
  }

  /** A browser or page that dies under a document is not the document's fault: it gets a second chance on a new one. */
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

  /** Names the scripts only: the characters are somebody's text. */
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
