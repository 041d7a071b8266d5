import { Logger } from '@nestjs/common';
import { type Service, startApp } from '../support/app';
import type { Client } from '../support/client';
import { download } from '../support/documents/upload';
import { pagesOf, wordsOf } from '../support/pdf/text-of';
import { PAPER, aDraft, aVendor, anApproved } from '../support/purchase-orders';

const VENDOR = {
  name: 'Gulf Office Supplies',
  name_ar: 'شركة الخليج',
  vat_number: '300012345600003',
  contacts: [{ name: 'Khalid Al-Harbi', email: 'khalid@gulf.example' }],
};

describe('GET /purchase-orders/{id}/pdf', () => {
  let service: Service;
  let client: Client;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ env: { PATH: process.env.PATH ?? '' } });
    client = service.client();
    vendorId = (await aVendor(client, VENDOR)).id;
  });
  afterAll(() => service.stop());

  it.each(['/v1', '/api/v1'])('returns the same file under %s for any Accept header', async (prefix) => {
    const order = await anApproved(client, vendorId, { notes: '<b>Careful</b> & quick' });
    const reply = await download(service, `${prefix}/purchase-orders/${order.id}/pdf`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${order.po_number}.pdf"`);
    expect(reply.headers.get('content-length')).toBe(String(reply.bytes.length));
    expect(reply.headers.get('content-language')).toBe('en');
    expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^99\d$/);
    const [page] = pagesOf(reply.bytes);
    for (const part of [
      order.po_number,
      service.tenant.tenant.name,
      'Gulf Office Supplies',
      'Khalid Al-Harbi',
      'VAT no. 300012345600003',
      'A4 paper',
      'Subtotal SAR 255.00',
      'Total including VAT SAR 293.25',
      '<b>Careful</b> & quick',
      'Olivia Owner Approved',
      'Page 1 of 1',
    ]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('DRAFT');
  });

  it('is in Arabic for a client that prefers it, with a watermark on a draft', async () => {
    const draft = await aDraft(client, vendorId);
    const arabic = await download(service, `/v1/purchase-orders/${draft.id}/pdf`, undefined, {
      'accept-language': 'ar-SA, en;q=0.5',
    });
    expect(arabic.headers.get('content-language')).toBe('ar');
    const words = wordsOf(arabic.bytes);
    for (const word of ['أمر', 'شراء', 'مسودة', 'الخليج', 'Gulf', 'Office']) expect(words).toContain(word);
    const english = await download(service, `/v1/purchase-orders/${draft.id}/pdf`);
    expect(pagesOf(english.bytes)[0]).toContain('DRAFT');
  });

  it('contains characters without a font as text and logs only the order and their scripts', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const draft = await aDraft(client, vendorId, { notes: 'Private \u{10FF01}\u{10FF02}' });
    const [page] = pagesOf((await download(service, `/v1/purchase-orders/${draft.id}/pdf`)).bytes);
    expect(page).toContain('Private \u{10FF01}\u{10FF02}');
    const logged = { tenant: service.tenant.tenant.id, order_id: draft.id, scripts: ['Other'] };
    expect(warn.mock.calls).toEqual([[logged, expect.any(String)]]);
    warn.mockRestore();
  });

  it('prints an order of a thousand lines', async () => {
    const items = Array.from({ length: 1000 }, (_, i) => ({ ...PAPER, description: `Line number ${i + 1}` }));
    const draft = await aDraft(client, vendorId, { items });
    const pages = pagesOf((await download(service, `/v1/purchase-orders/${draft.id}/pdf`)).bytes);
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
    expect(pages.join(' ')).toContain('Line number 1000');
  });

  it('returns 404 for an order of another tenant and 403 without the ability read', async () => {
    const draft = await aDraft(client, vendorId);
    const path = `/v1/purchase-orders/${draft.id}/pdf`;
    expect((await download(service, path, (await service.newTenant()).token.token)).status).toBe(404);
    expect((await download(service, path, await service.mint(['write']))).status).toBe(403);
    expect((await download(service, '/v1/purchase-orders/999999/pdf')).status).toBe(404);
    expect((await download(service, '/v1/purchase-orders/0/pdf')).status).toBe(400);
  });

  it.each(['/v1', '/api/v1'])('returns 503 under %s if the queue of the tenant is full', async (prefix) => {
    const draft = await aDraft(client, vendorId);
    const narrow = await startApp({ beside: service, env: { PATH: process.env.PATH ?? '', PDF_QUEUE_LIMIT: '1' } });
    const path = `${prefix}/purchase-orders/${draft.id}/pdf`;
    const token = service.tenant.token.token;
    const replies = await Promise.all(Array.from({ length: 12 }, () => download(narrow, path, token)));
    // One request renders and one waits. Others of the tenant get 503 meanwhile.
    const served = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 503);
    expect(served.length + refused.length).toBe(12);
    expect(served.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe('SERVICE_UNAVAILABLE');
      expect(headers.get('retry-after')).toBe('5');
    }
    expect((await download(narrow, path, token)).status).toBe(200);
    await narrow.stop();
  });

  it.each(['/v1', '/api/v1'])('returns 503 under %s if no browser is installed', async (prefix) => {
    const draft = await aDraft(client, vendorId);
    const without = await startApp({ beside: service, env: { PUPPETEER_EXECUTABLE_PATH: '/nonexistent/browser' } });
    const reply = await download(without, `${prefix}/purchase-orders/${draft.id}/pdf`, service.tenant.token.token);
    expect(reply.status).toBe(503);
    expect(reply.body.error.code).toBe('SERVICE_UNAVAILABLE');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(reply.body)).not.toContain('/nonexistent');
    await without.stop();
  });
});
