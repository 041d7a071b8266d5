import type { Browser, CDPSession, HTTPRequest, Page } from 'puppeteer';
import { FONT_FAMILY, FONT_WEIGHTS, fontFaces } from './fonts';
import { escapeHtml } from './html';
import { PrintableDocument, directionOf } from './printable';
import { untilAborted } from './until-aborted';

/** A wall behind the escaping: a document that loads, runs or frames anything shows nothing of it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'";

/** The page between documents. The fonts stay, so that no document waits for them to be decoded again. */
const SHELL = (fonts: string): string => `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${fonts}</style>
<title></title><style></style></head><body></body></html>`;

/** A part of the page as the DevTools protocol names it. */
interface DomNode {
  readonly nodeId: number;
  readonly nodeName: string;
  readonly children?: readonly DomNode[];
}

/**
 * A browser page that can show what it is given and nothing else: it runs no script and every request it makes is
 * refused. Used for one document after another.
 */
export class SealedPage {
  /** Documents printed so far. */
  printed = 0;

  private constructor(
    private readonly page: Page,
    private readonly protocol: CDPSession,
  ) {}

  static async open(browser: Browser): Promise<SealedPage> {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setOfflineMode(true);
    await page.setRequestInterception(true);
    page.on('request', refuse);
    await page.setContent(SHELL(fontFaces()), { timeout: 0 });
    return new SealedPage(page, await page.createCDPSession());
  }

  /**
   * Prints a document to PDF: A4 unless its own `@page` says otherwise, backgrounds included, tagged for readers.
   * @throws when the page crashes, a font fails to load, or the signal aborts (then with its reason); the page must
   *   not be used again after that
   */
  async print(document: PrintableDocument, signal: AbortSignal): Promise<Buffer> {
    const pdf = await this.unlessCrashed(untilAborted(this.render(document), signal));
    this.printed++;
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  private async render(document: PrintableDocument): Promise<Uint8Array> {
    await this.show(document);
    await this.loadFonts(document);
    return this.page.pdf({
      format: 'a4',
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      waitForFonts: false,
      timeout: 0, // the deadline is the signal's business
    });
  }

  /** Puts the document in the place of the one before. Markup set this way runs no script even where scripts run. */
  private async show({ language, title, css, body }: PrintableDocument): Promise<void> {
    const { root } = (await this.protocol.send('DOM.getDocument', { depth: 3 })) as { root: DomNode };
    const html = child(root, 'HTML');
    const head = child(html, 'HEAD');
    const replace = (node: DomNode, outerHTML: string): Promise<void> =>
      this.protocol.send('DOM.setOuterHTML', { nodeId: node.nodeId, outerHTML });
    const mark = (name: string, value: string): Promise<void> =>
      this.protocol.send('DOM.setAttributeValue', { nodeId: html.nodeId, name, value });
    await Promise.all([
      mark('lang', language),
      mark('dir', directionOf(language)),
      replace(child(head, 'TITLE'), `<title>${escapeHtml(title)}</title>`),
      replace(child(head, 'STYLE', -1), `<style>${css}</style>`),
      replace(child(html, 'BODY'), `<body>${body.markup}</body>`),
    ]);
    await this.protocol.send('DOM.disable'); // forget the nodes: their changes are nobody's news
  }

  /** Margin boxes ask for their fonts only while printing, when it is too late to wait: so ask for all of them here. */
  private async loadFonts({ css, body }: PrintableDocument): Promise<void> {
    const characters = JSON.stringify([...new Set(css + body.markup)].join(''));
    const faces = FONT_WEIGHTS.map((weight) => `document.fonts.load('${weight} 1em ${FONT_FAMILY}', ${characters})`);
    await this.page.evaluate(`Promise.all([${faces.join(', ')}]).then(() => undefined)`).catch((cause: unknown) => {
      throw new Error('A font could not be loaded. Has the system any font at all?', { cause });
    });
  }

  /** Puppeteer leaves what it was doing for ever unanswered when the page's process dies. */
  private async unlessCrashed<T>(work: Promise<T>): Promise<T> {
    let crash: (error: Error) => void = () => undefined;
    const crashed = new Promise<never>((_, reject) => {
      crash = reject;
      this.page.once('error', crash);
    });
    try {
      return await Promise.race([work, crashed]);
    } finally {
      work.catch(() => undefined); // after a crash nobody waits for it any more
      this.page.off('error', crash);
    }
  }
}

function child(parent: DomNode, name: string, which = 0): DomNode {
  const found = parent.children?.filter(({ nodeName }) => nodeName === name).at(which);
  if (!found) throw new Error(`The page has lost its ${name}`);
  return found;
}

/** data: addresses carry what they name; everything else would leave the page. */
function refuse(request: HTTPRequest): void {
  const answer = request.url().startsWith('data:') ? request.continue() : request.abort('blockedbyclient');
  answer.catch(() => undefined); // the page was closed meanwhile
}
