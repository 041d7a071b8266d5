import { Logger } from '@nestjs/common';
import { DomainError } from '../../src/common/errors';
import { html, PdfRenderer, type PrintableDocument } from '../../src/platform/pdf';
import { type WrappedBrowser, wrappedBrowser } from '../support/pdf/browser-wrapper';

Logger.overrideLogger(false);

const TENANT = { tenantId: 'one' };
const HELLO: PrintableDocument = { language: 'en', title: 'T', css: '', body: html`<p>Hello</p>` };

describe('PdfRenderer with a browser that cannot use a sandbox', () => {
  let browser: WrappedBrowser;
  let renderer: PdfRenderer;

  beforeAll(async () => {
    browser = await wrappedBrowser({ hasSandbox: false });
  });
  afterEach(() => renderer.onApplicationShutdown());
  afterAll(() => browser.remove());

  const started = (requiresSandbox: boolean): PdfRenderer =>
    new PdfRenderer({
      configured: browser.path,
      searchPath: process.env['PATH'] ?? '',
      requiresSandbox,
      parallel: 1,
      queueLimit: 5,
      deadlineMs: 120_000,
    });

  it('renders nothing if a sandbox is required, and the error explains the two options', async () => {
    renderer = started(true);
    const refused: unknown = await renderer.render(HELLO, TENANT).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(String((refused as DomainError).extras.cause)).toMatch(/sandbox.*name spaces.*PDF_ALLOW_NO_SANDBOX=true/);
    expect(browser.startsWithoutSandbox()).toBe(0);
  });

  it('renders if no sandbox is required', async () => {
    renderer = started(false);
    expect((await renderer.render(HELLO, TENANT)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(browser.startsWithoutSandbox()).toBe(1);
  });
});
