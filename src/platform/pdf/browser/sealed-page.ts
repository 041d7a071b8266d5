import type { Browser, HTTPRequest, JSHandle, Page } from 'puppeteer';
import { FONT_FAMILY, FONT_WEIGHTS, fontFaces } from '../fonts';
import { directionOf, type PrintableDocument } from '../html';
import { boxFaces, needsGlyph, probeOf } from './missing-glyphs';
import { untilAborted } from './until-aborted';

/**
 * A second protection besides the escaping: blocks loads, scripts and frames. `sandbox` prevents navigation, such as a
 * `<meta http-equiv="refresh">` that replaces the page during printing; it works only in a header.
 */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'";

/** The URL of the empty page, which this process answers without a lookup. The policy header requires a response. */
const SHELL_URL = 'https://sealed.invalid/';

/** The page between documents. The fonts stay loaded, so that no document waits for their decoding. */
const SHELL = (fonts: string): string => `<!doctype html><html><head><meta charset="utf-8"><style>${fonts}</style>
<title></title><style></style></head><body></body></html>`;

/** Read before the first document, because names in its markup could replace `document.body` (DOM clobbering). */
const PARTS = `({ html: document.documentElement, title: document.head.querySelector('title'),
  style: document.head.querySelector('title + style'), body: document.body, fonts: document.fonts })`;

interface Parts {
  readonly html: { lang: string; dir: string };
  readonly title: { textContent: string };
  readonly style: { textContent: string };
  readonly body: {
    innerHTML: string;
    readonly children: Iterable<{ getBoundingClientRect(): { readonly width: number } }>;
  };
  readonly fonts: { load(font: string, text: string): Promise<unknown> };
}

interface Shown extends Omit<PrintableDocument, 'body'> {
  readonly direction: string;
  readonly markup: string;
}

export interface PrintedDocument {
  readonly pdf: Buffer;
  /** Characters without a glyph: boxes in the PDF, but also part of its text. */
  readonly missing: readonly string[];
}

/** A browser page that shows only the given documents: it runs no scripts and its requests are blocked. */
export class SealedPage {
  printed = 0;
  private readonly glyphs = new Map<string, boolean>();
  /** If the page's process crashes, pending puppeteer calls never settle. */
  private readonly crashed = new AbortController();

  private constructor(
    private readonly page: Page,
    private readonly parts: JSHandle<Parts>,
  ) {
    page.once('error', (error) => this.crashed.abort(error));
  }

  static async open(browser: Browser): Promise<SealedPage> {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.once('request', serveShell);
    await page.goto(SHELL_URL, { timeout: 0 });
    page.on('request', refuse);
    await page.setOfflineMode(true);
    return new SealedPage(page, (await page.evaluateHandle(PARTS)) as JSHandle<Parts>);
  }

  /**
   * Prints a document to a tagged PDF with backgrounds, on A4 unless its `@page` sets another size.
   * @throws Error when the page crashes, a font fails to load, or the signal aborts (then its reason); afterwards the
   * page must not be used again
   */
  async print(document: PrintableDocument, signal: AbortSignal): Promise<PrintedDocument> {
    const printed = await untilAborted(untilAborted(this.render(document), signal), this.crashed.signal);
    this.printed++;
    return printed;
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  private async render(document: PrintableDocument): Promise<PrintedDocument> {
    const characters = [...new Set(document.css + document.body.markup)];
    const missing = await this.withoutGlyph(characters.filter(needsGlyph));
    await this.show(document, characters, missing);
    const pdf = await this.page.pdf({
      format: 'a4',
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      waitForFonts: false,
      timeout: 0, // `signal` ends the wait instead
    });
    return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), missing };
  }

  private async withoutGlyph(characters: readonly string[]): Promise<string[]> {
    const unknown = characters.filter((character) => !this.glyphs.has(character));
    if (unknown.length > 0) {
      const { css, markup, font, missingFrom } = probeOf(unknown);
      const widths = await this.parts.evaluate(measure, css, markup, font, unknown.join('')).catch(fontFailed);
      unknown.forEach((character, index) => this.glyphs.set(character, (widths[index] ?? 0) < missingFrom));
    }
    return characters.filter((character) => this.glyphs.get(character) === false);
  }

  /** Waits for the fonts. Margin boxes load theirs only during printing, so all faces are loaded here. */
  private async show(
    { language, title, css, body }: PrintableDocument,
    characters: readonly string[],
    missing: readonly string[],
  ): Promise<void> {
    const direction = directionOf(language);
    const shown = { language, direction, title, css: boxFaces(missing) + css, markup: body.markup };
    const faces = FONT_WEIGHTS.map((weight) => `${weight} 1em ${FONT_FAMILY}`);
    await this.parts.evaluate(put, shown, faces, characters.join('')).catch(fontFailed);
  }
}

function fontFailed(cause: unknown): never {
  throw new Error('A font could not be loaded. Check that the system has at least one font.', { cause });
}

/** Runs in the browser: the width of each element of the markup, with the fonts of its characters. */
async function measure(parts: Parts, css: string, markup: string, font: string, characters: string): Promise<number[]> {
  parts.style.textContent = css;
  parts.body.innerHTML = markup;
  await parts.fonts.load(font, characters);
  return Array.from(parts.body.children, (element) => element.getBoundingClientRect().width);
}

/**
 * Runs in the browser, in one call, because each call costs milliseconds. Scripts in the inserted markup do not run:
 * the page has JavaScript disabled, and the policy forbids them too.
 */
function put(parts: Parts, shown: Shown, faces: readonly string[], characters: string): Promise<void> {
  parts.html.lang = shown.language;
  parts.html.dir = shown.direction;
  parts.title.textContent = shown.title;
  parts.style.textContent = shown.css;
  parts.body.innerHTML = shown.markup;
  return Promise.all(faces.map((face) => parts.fonts.load(face, characters))).then(() => undefined);
}

function serveShell(request: HTTPRequest): void {
  const headers = { 'content-security-policy': POLICY };
  const served = request.respond({ headers, contentType: 'text/html; charset=utf-8', body: SHELL(fontFaces()) });
  served.catch(() => undefined); // the page was closed meanwhile
}

/** data: URLs contain their content; all other requests would leave the page. */
function refuse(request: HTTPRequest): void {
  const answer = request.url().startsWith('data:') ? request.continue() : request.abort('blockedbyclient');
  answer.catch(() => undefined); // the page was closed meanwhile
}
