import type { Browser, HTTPRequest, JSHandle, Page } from 'puppeteer';
import { FONT_FAMILY, FONT_WEIGHTS, fontFaces } from '../fonts';
import { directionOf, type PrintableDocument } from '../html';
import { boxFaces, needsGlyph, probeOf } from './missing-glyphs';
import { untilAborted } from './until-aborted';

/**
 * A second defence behind the escaping: whatever a document loads, runs or frames is blocked. `sandbox` is what keeps it from
 * leaving by itself: without it a `<meta http-equiv="refresh">` replaces the page that is being printed. It counts only in a
 * header.
 */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'";

/** The address of the empty page. It is answered here and never looked up; a header needs an answer to stand in. */
const SHELL_URL = 'https://sealed.invalid/';

/** The page between documents. The fonts stay, so that no document waits for them to be decoded again. */
const SHELL = (fonts: string): string => `<!doctype html><html><head><meta charset="utf-8"><style>${fonts}</style>
<title></title><style></style></head><body></body></html>`;

/**
 * What a document is put into. Taken before the first one comes: a name in a document's markup must not stand for one of
 * them (`document.body` and its like can be clobbered).
 */
const PARTS = `({ html: document.documentElement, title: document.head.querySelector('title'),
  style: document.head.querySelector('title + style'), body: document.body, fonts: document.fonts })`;

/** {@link PARTS}, as far as they are used. */
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
  /** Its characters for which there is no glyph in any font. They are boxes, and in the text layer. */
  readonly missing: readonly string[];
}

/**
 * A browser page that can show what it is given and nothing else: it runs no script and every request it makes is
 * refused. Used for one document after another.
 */
export class SealedPage {
  /** Documents printed so far. */
  printed = 0;
  /** Whether there is a glyph, for each character that was looked up. */
  private readonly glyphs = new Map<string, boolean>();
  /** Puppeteer leaves what it was doing for ever unanswered when the page's process dies. */
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
   * Prints a document to PDF: A4 unless its own `@page` says otherwise, backgrounds included, tagged for readers.
   * @throws when the page crashes, a font fails to load, or the signal aborts (then with its reason); the page must
   *   not be used again after that
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
      timeout: 0, // the deadline is the signal's business
    });
    return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), missing };
  }

  /** The browser is asked about the characters that no earlier document on this page had. */
  private async withoutGlyph(characters: readonly string[]): Promise<string[]> {
    const unknown = characters.filter((character) => !this.glyphs.has(character));
    if (unknown.length > 0) {
      const { css, markup, font, missingFrom } = probeOf(unknown);
      const widths = await this.parts.evaluate(measure, css, markup, font, unknown.join('')).catch(fontFailed);
      unknown.forEach((character, index) => this.glyphs.set(character, (widths[index] ?? 0) < missingFrom));
    }
    return characters.filter((character) => this.glyphs.get(character) === false);
  }

  /**
   * Puts the document in the place of the one before and waits for its fonts. Margin boxes ask for theirs only while
   * printing, when it is too late to wait: so all faces are asked for here.
   */
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
  throw new Error('A font could not be loaded. Has the system any font at all?', { cause });
}

/** Runs in the browser: the width of each element of the markup, with the fonts that its characters need. */
async function measure(parts: Parts, css: string, markup: string, font: string, characters: string): Promise<number[]> {
  parts.style.textContent = css;
  parts.body.innerHTML = markup;
  await parts.fonts.load(font, characters);
  return Array.from(parts.body.children, (element) => element.getBoundingClientRect().width);
}

/**
 * Runs in the browser, in one question to it: every further one costs a document milliseconds. The page runs no script, so
 * neither does markup put in this way; the policy forbids it once more.
 */
function put(parts: Parts, shown: Shown, faces: readonly string[], characters: string): Promise<void> {
  parts.html.lang = shown.language;
  parts.html.dir = shown.direction;
  parts.title.textContent = shown.title;
  parts.style.textContent = shown.css;
  parts.body.innerHTML = shown.markup;
  return Promise.all(faces.map((face) => parts.fonts.load(face, characters))).then(() => undefined);
}

/** Answers the page's first request, which is for the empty page. */
function serveShell(request: HTTPRequest): void {
  const headers = { 'content-security-policy': POLICY };
  const served = request.respond({ headers, contentType: 'text/html; charset=utf-8', body: SHELL(fontFaces()) });
  served.catch(() => undefined); // the page was closed meanwhile
}

/** data: addresses carry what they name; everything else would leave the page. */
function refuse(request: HTTPRequest): void {
  const answer = request.url().startsWith('data:') ? request.continue() : request.abort('blockedbyclient');
  answer.catch(() => undefined); // the page was closed meanwhile
}
