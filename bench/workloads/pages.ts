import { openBrowser } from '../../test/support/browser';
import { fontFaces } from '../../src/platform/pdf/fonts/embedded';
import { directionOf, PdfRenderer, type PrintableDocument } from '../../src/platform/pdf';

/** As the service does: two at a time. */
export const PARALLEL = 2;

/** Something that prints documents, until it is closed. */
export interface Printer {
  print(document: PrintableDocument): Promise<unknown>;
  close(): Promise<void>;
}

/** The service's own renderer. */
export function serviceRenderer(): Printer {
  const renderer = new PdfRenderer({
    configured: process.env['PUPPETEER_EXECUTABLE_PATH'],
    searchPath: process.env['PATH'] ?? '',
    // One tenant has half of the places.
    parallel: 2 * PARALLEL,
    queueLimit: PARALLEL,
    deadlineMs: 60_000,
  });
  return {
    print: (document) => renderer.render(document, { tenantId: 'bench' }),
    close: () => renderer.onApplicationShutdown(),
  };
}

/**
 * What the machine allows: the same puppeteer and pages that stay open, with the fonts and the look in them; of each
 * document only the body is put in and printed. No deadline, no queue, nothing refused, and scripts run.
 */
export async function bareBrowser({ language, title, css }: PrintableDocument): Promise<Printer> {
  const opened = await openBrowser();
  const open = async (): Promise<(body: string) => Promise<unknown>> => {
    const page = await opened.browser.newPage();
    await page.setContent(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
       <style>${fontFaces()}</style><title>${title}</title><style>${css}</style></head><body></body></html>`,
      { timeout: 0 },
    );
    return async (body) => {
      await page.evaluate(
        `document.body.innerHTML = ${JSON.stringify(body)}; document.fonts.ready.then(() => undefined)`,
      );
      return page.pdf({
        format: 'a4',
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
        waitForFonts: false,
        timeout: 0,
      });
    };
  };
  const idle = await Promise.all(Array.from({ length: PARALLEL }, open));
  return {
    print: async ({ body }) => {
      const page = idle.pop();
      if (!page) throw new Error(`More than ${PARALLEL} documents at a time`);
      const pdf = await page(body.markup);
      idle.push(page);
      return pdf;
    },
    close: () => opened.close(),
  };
}

/** So many times the work, as many at a time as a renderer takes. Answers how many a second. */
export async function together(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return (count * 1000) / (performance.now() - started);
}
