import { Logger } from '@nestjs/common';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '../../src/common/errors';
import {
  cssString,
  FONT_FAMILY,
  Html,
  PdfRenderer,
  PdfRendererOptions,
  PrintableDocument,
  html,
} from '../../src/platform/pdf';
import { PrintBrowser } from '../../src/platform/pdf/browser/print-browser';
import { SealedPage } from '../../src/platform/pdf/browser/sealed-page';
import { orderDocument } from '../../src/procurement/purchase-orders/http/pdf/order-document';
import { wrappedBrowser, type WrappedBrowser } from '../support/pdf/browser-wrapper';
import { canary } from '../support/pdf/canary';
import { orderView } from '../support/pdf/orders';
import { pagesOf } from '../support/pdf/text-of';
import { eventually } from '../support/webhooks/delivering';

Logger.overrideLogger(false);

const OPTIONS: PdfRendererOptions = {
  configured: undefined,
  searchPath: process.env.PATH ?? '',
  parallel: 2,
  queueLimit: 20,
  deadlineMs: 60_000,
};

/** A document with this body. */
const saying = (body: Html): PrintableDocument => ({ language: 'en', title: 'T', css: '', body });

const hello = saying(html`<p>Hello</p>`);
/** Tenants of the documents. */
const [ONE, OTHER] = [{ tenantId: 'one' }, { tenantId: 'other' }];

async function refusal(render: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await render.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw new Error('It was not refused', { cause: error });
  return error;
}

describe('PdfRenderer', () => {
  let renderer: PdfRenderer;
  const renderers: PdfRenderer[] = [];
  const started = (options: Partial<PdfRendererOptions> = {}): PdfRenderer => {
    renderer = new PdfRenderer({ ...OPTIONS, ...options });
    renderers.push(renderer);
    return renderer;
  };
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(renderers.splice(0).map((one) => one.onApplicationShutdown()));
  });

  it('runs no script and opens no connection, even for unescaped markup', async () => {
    const listener = await canary();
    const url = listener.url;
    const markup = `<p>seen</p><script>document.body.textContent = 'SCRIPTED'</script><script src="${url}/s.js"></script>
      <link rel="stylesheet" href="${url}/c"><link rel="preconnect" href="${url}"><link rel="prefetch" href="${url}/p">
      <link rel="preload" as="font" href="${url}/f" crossorigin><link rel="dns-prefetch" href="//evil.test">
      <style>@import url(${url}/i); @font-face { font-family: E; src: url(${url}/e) } p { background: url(${url}/b); font-family: E }</style>
      <img src="${url}/1"><img src="file:///etc/passwd"><iframe src="${url}/2"></iframe><iframe src="file:///etc/passwd"></iframe>
      <iframe srcdoc="<img src='${url}/3'>"></iframe><object data="${url}/4"></object><embed src="${url}/5">
      <video src="${url}/6" poster="${url}/7"></video><audio src="${url}/8" autoplay></audio>
      <svg><image href="${url}/9"/><use href="${url}/10#a"/></svg><form action="${url}/11"><input autofocus onfocus="x()"></form>
      <p onclick="x()"><a ping="${url}/12" href="${url}/13">still here</a></p>`;
    const pdf = await started().render(saying(new Html(markup)), ONE);
    const text = pagesOf(pdf).join(' ');
    expect(text).toContain('seen');
    expect(text).toContain('still here');
    expect(text).not.toMatch(/SCRIPTED|root:/);
    expect(listener.connections()).toBe(0);
    await listener.close();
  });

  it.each(['0;url=CANARY/r', '0;url=about:blank', '0;url=data:text/html,elsewhere', '0'])(
    'does not follow a refresh in a document: %s',
    async (refresh) => {
      const listener = await canary();
      const attempts = jest.spyOn(PrintBrowser.prototype, 'print');
      const one = started({ parallel: 1 });
      const content = refresh.replace('CANARY', listener.url);
      const away = saying(new Html(`<meta http-equiv="refresh" content="${content}"><p>Stays</p>`));
      for (let turn = 0; turn < 3; turn++) {
        expect(pagesOf(await one.render(away, ONE))).toEqual(['Stays']);
        expect(pagesOf(await one.render(hello, ONE))).toEqual(['Hello']);
      }
      // If a page is replaced during printing, the renderer prints the document again. Here none was replaced.
      expect(attempts).toHaveBeenCalledTimes(6);
      expect(listener.connections()).toBe(0);
      await listener.close();
    },
  );

  it('leaves nothing of one document in the next', async () => {
    const one = started({ parallel: 1 });
    const first = {
      language: 'ar',
      title: 'Secret title',
      css: 'p { color: red } @page { size: A5 }',
      body: html`<p class="secret">Secret</p>`,
    } as const;
    await one.render(first, ONE);
    const pdf = await one.render(hello, ONE);
    expect(pagesOf(pdf)).toEqual(['Hello']);
    const raw = pdf.toString('latin1');
    expect(raw).not.toMatch(/Secret/);
    expect(raw).toContain('/Lang (en)');
    expect(raw).toMatch(/\/MediaBox\s*\[0 0 59[45]/);
  });

  it('retains characters without a glyph in the text layer and logs their scripts', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const one = started({ parallel: 1 });
    // No font has these private characters. Two in each weight, because PDF readers lose the first glyph 0.
    const [first, second, third] = ['\u{10FF01}', '\u{10FF02}', '\u{FFF01}'];
    const document: PrintableDocument = {
      ...saying(
        html`<p>plain ${first}${second}</p>
          <b>bold ${second}${third}</b>`,
      ),
      css: `html { font-family: ${FONT_FAMILY} } @page { margin: 20mm;
        @bottom-left { font-family: ${FONT_FAMILY}; content: ${cssString(`margin ${third}`)} } }`,
    };
    for (let turn = 1; turn <= 2; turn++) {
      const text = pagesOf(await one.render(document, { ...ONE, orderId: 7 })).join(' ');
      for (const part of [`plain ${first}${second}`, `bold ${second}${third}`, `margin ${third}`])
        expect(text).toContain(part);
      expect(warn.mock.calls).toHaveLength(turn);
    }
    expect(warn.mock.calls[0]?.[0]).toEqual({ tenant: 'one', order_id: 7, scripts: ['Other'] });
  });

  it('retains a combining mark without a glyph in the text layer', async () => {
    // A letter and a combining sign of Kawi, a historic script.
    const word = '\u{11F12}\u{11F00}';
    const css = `html { font-family: ${FONT_FAMILY} }`;
    expect(pagesOf(await started().render({ ...saying(html`<p>${word}</p>`), css }, ONE))).toEqual([word]);
  });

  it('logs nothing for scripts with embedded fonts', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const texts = ['Łódź naïve', 'أمر شراء', 'Ελληνικά', 'Русский', 'हिन्दी कार्यालय', '1\u00A0\u200D\u2066€\u2069 – «»'];
    await started().render(saying(html`<p>${texts.join(' ')}</p>`), ONE);
    expect(warn).not.toHaveBeenCalled();
  });

  it('opens a new page after a hundred documents and continues', async () => {
    const one = started({ parallel: 1 });
    const opening = jest.spyOn(SealedPage, 'open');
    for (let rendered = 1; rendered <= 100; rendered++)
      expect((await one.render(hello, ONE)).length).toBeGreaterThan(500);
    expect(opening).toHaveBeenCalledTimes(1);
    expect(pagesOf(await one.render(hello, ONE))).toEqual(['Hello']);
    expect(opening).toHaveBeenCalledTimes(2);
    opening.mockRestore();
  });

  describe('when the browser ends', () => {
    let browser: WrappedBrowser;
    beforeEach(async () => (browser = await wrappedBrowser()));
    afterEach(() => browser.remove());

    it('between two documents, starts another', async () => {
      const one = started({ configured: browser.path });
      await one.render(hello, ONE);
      browser.kill();
      expect(pagesOf(await one.render(hello, ONE))).toEqual(['Hello']);
      expect(browser.starts()).toBe(2);
    });

    it('while it starts, starts it once more', async () => {
      const crashing = await wrappedBrowser({ crashes: 1 });
      expect(pagesOf(await started({ configured: crashing.path }).render(hello, ONE))).toEqual(['Hello']);
      expect(crashing.starts()).toBe(2);
      crashing.remove();
    });

    it('at two starts, rejects the document and starts it for the next one', async () => {
      const crashing = await wrappedBrowser({ crashes: 2 });
      const one = started({ configured: crashing.path });
      expect((await refusal(one.render(hello, ONE))).code).toBe('SERVICE_UNAVAILABLE');
      expect(pagesOf(await one.render(hello, ONE))).toEqual(['Hello']);
      expect(crashing.starts()).toBe(3);
      crashing.remove();
    });

    it('during documents, renders each again in one new browser', async () => {
      const one = started({ configured: browser.path });
      await one.render(hello, ONE);
      const [line] = orderView().lines;
      if (!line) throw new Error('The sample has lines');
      const lines = Array.from({ length: 300 }, (_, i) => ({ ...line, lineNumber: i + 1 }));
      const long = orderDocument(orderView({ lines }), 'en');
      const begun = jest.spyOn(PrintBrowser.prototype, 'print');
      const renders = [one.render(long, ONE), one.render(long, OTHER)];
      await eventually(() => Promise.resolve(begun.mock.calls.length === 2));
      browser.kill();
      const pdfs = await Promise.all(renders);
      for (const pdf of pdfs) expect(pagesOf(pdf).length).toBeGreaterThan(9);
      expect(browser.starts()).toBe(2);
    });
  });

  it('rejects requests above the queue limit of one tenant with Retry-After, but not those of others', async () => {
    const one = started({ parallel: 1, queueLimit: 1 });
    const renders = [one.render(hello, ONE), one.render(hello, ONE)];
    const refused = await refusal(one.render(hello, ONE));
    expect(refused.code).toBe('SERVICE_UNAVAILABLE');
    expect(refused.extras.retryAfter).toBeGreaterThan(0);
    renders.push(one.render(hello, OTHER));
    await expect(Promise.all(renders)).resolves.toHaveLength(3);
  });

  it('rejects a document at its deadline and renders the next', async () => {
    const one = started({ deadlineMs: 1 });
    const refused = await refusal(one.render(hello, ONE));
    expect(refused.code).toBe('SERVICE_UNAVAILABLE');
    expect(refused.extras.retryAfter).toBeGreaterThan(0);
  });

  it('explains how to install a browser if there is none', async () => {
    const refused = await refusal(started({ configured: '/nonexistent/browser' }).render(hello, ONE));
    expect(refused.code).toBe('SERVICE_UNAVAILABLE');
    expect(String(refused.extras.cause)).toMatch(/apt-get install chromium.*puppeteer browsers install/);
  });

  it('uses its bundled browser if PATH has none', async () => {
    const pdf = await started({ searchPath: '/nonexistent' }).render(orderDocument(orderView(), 'ar'), ONE);
    expect(pdf.toString('latin1')).toContain('+Amiri-Regular');
  });

  it('leaves no process and no folder after it closes', async () => {
    const browser = await wrappedBrowser();
    const folder = mkdtempSync(join(tmpdir(), 'procurement-pdf-test-'));
    const temporary = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
    try {
      const one = started({ configured: browser.path });
      await one.render(hello, ONE);
      expect(readdirSync(folder).filter((name) => name.startsWith('procurement-pdf-'))).toHaveLength(1);
      await one.onApplicationShutdown();
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      temporary.mockRestore();
      rmSync(folder, { recursive: true, force: true });
      browser.remove();
    }
  });
});
