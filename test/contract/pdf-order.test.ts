import { Logger } from '@nestjs/common';
import { LANGUAGES } from '../../src/messages';
import { PdfRenderer } from '../../src/platform/pdf';
import { orderDocument } from '../../src/procurement/purchase-orders/http/pdf/order-document';
import { canary, type Canary } from '../support/pdf/canary';
import { orderView, orderViewOf } from '../support/pdf/orders';
import { pagesOf, wordsOf } from '../support/pdf/text-of';

Logger.overrideLogger(false);

describe('PDF of an order', () => {
  const renderer = new PdfRenderer({
    configured: undefined,
    searchPath: process.env.PATH ?? '',
    parallel: 2,
    queueLimit: 20,
    deadlineMs: 60_000,
  });
  afterAll(() => renderer.onApplicationShutdown());

  it('is one A4 page of text in English', async () => {
    const pdf = await renderer.render(orderDocument(orderView(), 'en'), { tenantId: 'one' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    const pages = pagesOf(pdf);
    expect(pages).toHaveLength(1);
    for (const part of [
      'Purchase order',
      'PO-2026-000123',
      'Gulf Office Supplies Co.',
      'Laptop 14", 16 GB RAM',
      '3,499.00 34,990.00 5,248.50',
      'Total including VAT SAR 51,386.76',
      '1 Fahad Al-Otaibi Approved 3 Nov 2026 Within budget.',
      'Page 1 of 1',
    ]) {
      expect(pages[0]).toContain(part);
    }
    expect(pages[0]).not.toContain('DRAFT');
  });

  it('is in Arabic with embedded, shaped letters', async () => {
    const pdf = await renderer.render(orderDocument(orderView({ status: 'draft' }), 'ar'), { tenantId: 'one' });
    const words = wordsOf(pdf);
    for (const word of [
      'أمر',
      'شراء',
      'مسودة',
      'المورد',
      'حاسوب',
      'محمول',
      'ضمان',
      'صفحة',
      'Dell',
      'Latitude',
      '51,386',
      '76',
    ]) {
      expect(words).toContain(word);
    }
    for (const font of ['Amiri-Regular', 'Amiri-Bold', 'NotoSans-Regular', 'NotoSans-SemiBold']) {
      expect(pdf.toString('latin1')).toContain(`+${font}`);
    }
  });

  it('repeats its headings on every page, numbers the pages and contains a long description in full', async () => {
    const description = Array.from({ length: 43 }, (_, i) => `w${String(i).padStart(3, '0')}x`)
      .join(' ')
      .slice(0, 255);
    expect(description).toHaveLength(255);
    const [line] = orderView().lines;
    if (!line) throw new Error('The sample has lines');
    const lines = Array.from({ length: 80 }, (_, i) => ({
      ...line,
      lineNumber: i + 1,
      description: i === 40 ? description : `Part ${i + 1}`,
    }));
    const pages = pagesOf(
      await renderer.render(orderDocument(orderView({ lines, status: 'pending_approval' }), 'en'), { tenantId: 'one' }),
    );
    expect(pages.length).toBeGreaterThan(3);
    const withLines = pages.filter((page) => /Part \d/.test(page));
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
      expect(page).toContain('DRAFT');
      if (i > 0) expect(page).toContain('Purchase order PO-2026-000123');
    });
    for (const page of withLines) expect(page).toContain('# Description Quantity Unit price Net VAT Total');
    expect(pages.join(' ')).toContain(description.trim());
    for (let i = 1; i <= 80; i++) if (i !== 41) expect(pages.join(' ')).toMatch(new RegExp(`Part ${i}\\b`));
  });

  it.each(LANGUAGES)('prints numbers between right-to-left words in logical order (%s)', async (language) => {
    const runs = ['+966 11 234 5678', 'PO-2026-0999', 'AB-12/7', '2026-11-02', '10-20', '17%', '-5.5', 'a@b.example'];
    const texts = runs.flatMap((run) => [`هاتف ${run} فقط`, `טלפון ${run} בלבד`, `See بند ${run} now`]);
    const view = orderView({ tenantName: 'نجد 050-123 4567', notes: texts.join('\n'), approvals: [] });
    const pages = pagesOf(await renderer.render(orderDocument(view, language), { tenantId: 'one' }));
    // The PDF reader of the test returns a line in visual order.
    for (const run of runs) expect([run, pages.join(' ').split(run).length - 1]).toEqual([run, 3]);
    // Once in the heading and once in the margin of each page.
    expect(pages.join(' ').split('050-123 4567')).toHaveLength(2 + pages.length);
  });

  it('prints only digits in logical order in an Arabic document', async () => {
    const view = orderView({ notes: '050-123 4567', deliveryAddress: '10 20-30' });
    const [page] = pagesOf(await renderer.render(orderDocument(view, 'ar'), { tenantId: 'one' }));
    expect(page).toContain('050-123 4567');
    expect(page).toContain('10 20-30');
  });

  it.each(LANGUAGES)('prints the organisation name in its own direction in the margin (%s)', async (language) => {
    const view = orderView({ tenantName: 'Gulf Co. (Ltd).' });
    const [page = ''] = pagesOf(await renderer.render(orderDocument(view, language), { tenantId: 'one' }));
    expect(page.split('Gulf Co. (Ltd).')).toHaveLength(3);
  });

  describe('with hostile text in every field', () => {
    let listener: Canary;
    beforeAll(async () => (listener = await canary()));
    afterAll(() => listener.close());

    it.each<[string, (url: string) => string, string]>([
      ['a script', (url) => `<script>fetch('${url}')</script>`, '<script>fetch('],
      ['an image', (url) => `<img src="${url}/i" onerror="alert(1)">`, '<img src='],
      [
        'a frame with a local file',
        () => '<iframe src="file:///etc/passwd"></iframe>',
        '<iframe src="file:///etc/passwd">',
      ],
      [
        'a style sheet',
        (url) => `</style><link rel=stylesheet href=${url}/c><style>@import "${url}/d";`,
        '</style><link rel=stylesheet',
      ],
      ['a refresh', (url) => `<meta http-equiv="refresh" content="0;url=${url}/r">`, '<meta http-equiv="refresh"'],
      [
        'the end of an attribute',
        (url) => `"' onload=x style='background:url(${url}/b)`,
        `"' onload=x style='background:url(`,
      ],
      ['an SVG', (url) => `<svg onload=x><image href="${url}/s"/><foreignObject>`, '<svg onload=x><image href='],
      ['a comment and CDATA', (url) => `--><![CDATA[<object data="${url}/o">]]>`, '--><![CDATA[<object data='],
      [
        'entities and escapes',
        () => '&lt;b&gt; &#60;script&#62; \\3c script \\22 ;}',
        '&lt;b&gt; &#60;script&#62; \\3c script',
      ],
      [
        'a base, a form and an embed',
        (url) => `<base href="${url}/"><form action=x><input autofocus onfocus=x><embed src="${url}/e">`,
        '<base href=',
      ],
    ])('shows %s as text and opens no connection', async (_, text, shown) => {
      const pages = pagesOf(
        await renderer.render(orderDocument(orderViewOf(text(listener.url)), 'en'), { tenantId: 'one' }),
      );
      const flat = (value: string): string => value.replace(/\s+/g, '');
      const times = flat(pages.join('')).split(flat(shown)).length - 1;
      // Tenant, number, both vendor names, contact, phone, e-mail, address, VAT and CR numbers, delivery, department,
      // project, requester, three descriptions and units, notes, two approvers with delegator and comments. Some appear
      // twice.
      expect(times).toBeGreaterThanOrEqual(25);
      expect(pages.join(' ')).not.toContain('root:x:0');
      expect(listener.connections()).toBe(0);
    });
  });
});
