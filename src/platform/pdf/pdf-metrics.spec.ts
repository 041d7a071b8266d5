import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import type { PrintedDocument } from './browser/sealed-page';
import { html } from './html';
import { PdfRenderer } from './pdf-renderer';
import { awaitedLater } from '../../../test/support/awaited-later';

const DOCUMENT = { language: 'en', title: 'T', css: '', body: html`<p>Hello</p>` } as const;
const PRINTED = { pdf: Buffer.from('%PDF'), missing: [] };

/** Values at the beginning of the test, because other tests of this process use the same series. */
let before: Readonly<Record<string, number>> = {};

async function shown(): Promise<Record<string, number>> {
  const lines = (await register.metrics()).split('\n').filter((line) => /^pdf_(?!.*_bucket)/.test(line));
  const now = lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))] as const);
  return Object.fromEntries(now.map(([series, value]) => [series, value - (before[series] ?? 0)]));
}

function rendererOfSpec(options: { readonly queueLimit?: number; readonly deadlineMs?: number } = {}) {
  const renderer = new PdfRenderer({
    ...{ configured: undefined, searchPath: '', parallel: 1, queueLimit: 1, deadlineMs: 60_000 },
    ...options,
  });
  const prints: { end: (printed: PrintedDocument) => void; fail: (error: Error) => void }[] = [];
  const print = (_document: unknown, signal: AbortSignal): Promise<PrintedDocument> =>
    new Promise((end, fail) => {
      prints.push({ end, fail });
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  jest.spyOn(renderer['browser'], 'get').mockResolvedValue({ print } as never);
  return { renderer, prints };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const one = { tenantId: 'one' };

beforeEach(async () => {
  before = {};
  before = await shown();
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  jest.spyOn(Logger.prototype, 'warn').mockImplementation();
});
afterEach(() => jest.restoreAllMocks());

it('counts waiting and rendered documents, and measures their durations', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  const { renderer, prints } = rendererOfSpec();
  const first = awaitedLater(renderer.render(DOCUMENT, one));
  const second = awaitedLater(renderer.render(DOCUMENT, one));
  await settled();
  expect(await shown()).toMatchObject({ pdf_documents_waiting: 1, pdf_documents_rendering: 1 });
  now.mockReturnValue(4_000);
  prints[0]?.end(PRINTED);
  await first;
  await settled();
  expect(await shown()).toMatchObject({ pdf_documents_waiting: 0, pdf_documents_rendering: 1 });
  now.mockReturnValue(9_000);
  prints[1]?.end(PRINTED);
  await second;
  expect(await shown()).toMatchObject({
    'pdf_documents_total{outcome="rendered"}': 2,
    pdf_documents_waiting: 0,
    pdf_documents_rendering: 0,
    pdf_queue_wait_seconds_count: 2,
    pdf_render_duration_seconds_count: 2,
  });
  const sums = await shown();
  expect(sums['pdf_queue_wait_seconds_sum']).toBeCloseTo(3);
  expect(sums['pdf_render_duration_seconds_sum']).toBeCloseTo(8);
});

it('counts each reason for a missing document', async () => {
  const { renderer, prints } = rendererOfSpec();
  const gone = new AbortController();
  const leaving = awaitedLater(renderer.render(DOCUMENT, { ...one, gone: gone.signal }));
  const waiting = awaitedLater(renderer.render(DOCUMENT, one));
  await expect(renderer.render(DOCUMENT, one)).rejects.toThrow();
  gone.abort();
  await expect(leaving).rejects.toThrow();
  await settled();
  // It fails once more on a new page before the renderer gives up.
  for (const print of [1, 2]) {
    prints[print]?.fail(new Error('it died'));
    await settled();
  }
  await expect(waiting).rejects.toThrow();
  await expect(rendererOfSpec({ deadlineMs: 1 }).renderer.render(DOCUMENT, one)).rejects.toThrow();
  expect(await shown()).toMatchObject({
    'pdf_documents_total{outcome="queue_full"}': 1,
    'pdf_documents_total{outcome="client_gone"}': 1,
    'pdf_documents_total{outcome="failed"}': 1,
    'pdf_documents_total{outcome="timed_out"}': 1,
    pdf_documents_waiting: 0,
    pdf_documents_rendering: 0,
    pdf_queue_wait_seconds_count: 3,
  });
});

it('counts and logs the scripts of characters without a glyph, once per document and without its text', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn');
  const { renderer, prints } = rendererOfSpec();
  const rendered = awaitedLater(renderer.render(DOCUMENT, { ...one, orderId: 7 }));
  await settled();
  prints[0]?.end({ ...PRINTED, missing: ['\u0E01', '\u0E02', '中', '🧾', '\u{10FFFD}'] });
  await rendered;
  expect(await shown()).toMatchObject({
    'pdf_documents_missing_glyphs_total{script="Thai"}': 1,
    'pdf_documents_missing_glyphs_total{script="Han"}': 1,
    'pdf_documents_missing_glyphs_total{script="Emoji"}': 1,
    'pdf_documents_missing_glyphs_total{script="Other"}': 1,
    'pdf_documents_missing_glyphs_total{script="Latin"}': 0,
  });
  expect(warn.mock.calls).toEqual([
    [{ tenant: 'one', order_id: 7, scripts: ['Emoji', 'Han', 'Other', 'Thai'] }, expect.any(String)],
  ]);
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/\P{ASCII}/u);
});
