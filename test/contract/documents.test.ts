import { readdirSync } from 'node:fs';
import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { download, upload } from '../support/documents/upload';
import { FORBIDDEN, MISNAMED, SAMPLES } from '../support/documents/samples';
import { aDraft, aVendor, asOwner } from '../support/purchase-orders';

const REQUIRED = 'A file is required: send it in the field "file" of the form, with a file name.';
const PDF = SAMPLES[0]?.[2] ?? Buffer.alloc(0);

describe('documents', () => {
  let service: Service;
  let vendorId: number;
  let orderId: number;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(service.client())).id;
    orderId = (await aDraft(service.client(), vendorId)).id;
  });
  afterAll(() => service.stop());

  const stored = async (): Promise<number> => {
    const [row] = await asOwner<{ n: string }>(service, 'SELECT count(*) AS n FROM stored_objects');
    return Number(row?.n);
  };
  const onDisk = (): string[] =>
    readdirSync(service.environment.STORAGE_PATH, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    const shape = form === 'a' ? { list: 'attachments', name: 'name' } : { list: 'documents', name: 'filename' };

    it.each(SAMPLES)('stores %s unchanged and returns it as %s', async (name, type, bytes) => {
      const reply = await upload(service, orderId, name, bytes, { form });
      expect(reply.status).toBe(201);
      const { data } = reply.body;
      expect(data[shape.name]).toBe(name);
      if (form === 'a') expect(data.size).toBe(bytes.length);
      else expect(reply.body.message).toBe('The document was uploaded.');
      const order = await service.client({ form }).get(`/purchase-orders/${orderId}`);
      expect(order[shape.list]).toContainEqual(data);
      expect(order.audit_trail?.at(-1)?.action ?? 'document_uploaded').toBe('document_uploaded');

      const file = await download(service, data.url);
      expect(file.status).toBe(200);
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(file.headers.get('content-type')?.split(';')[0]).toBe(type);
      expect(file.headers.get('content-length')).toBe(String(bytes.length));
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-security-policy')).toContain('sandbox');
    });

    it('redirects the download of a link to its URL', async () => {
      const url = 'https://files.example/offers/7?v=1&x=%22%3E';
      const draft = await aDraft(service.client(), vendorId, { attachments: [{ name: 'Offer', url }] });
      const order = await service.client({ form }).get(`/purchase-orders/${draft.id}`);
      const [document] = order[shape.list];
      expect(document[shape.name]).toBe('Offer');
      if (form === 'a') expect(document).toMatchObject({ url, size: null });
      const reply = await download(service, `${form === 'a' ? '/v1' : '/api/v1'}/documents/${document.id}/download`);
      expect(reply.status).toBe(302);
      expect(reply.headers.get('location')).toBe(url);
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
      expect(reply.bytes).toHaveLength(0);
    });

    const fieldsOf = (body: Loose): Record<string, string[]> => (form === 'a' ? body.error.details : body.errors);

    it.each(FORBIDDEN)('rejects %s', async (_, name, bytes) => {
      const before = await stored();
      const reply = await upload(service, orderId, name, bytes, { form });
      expect(reply.status).toBe(422);
      expect(fieldsOf(reply.body).file?.[0]).toMatch(/Accepted types: pdf/);
      expect(await stored()).toBe(before);
    });

    it.each(MISNAMED)('rejects %s with content of another type', async (name, bytes) => {
      const before = await stored();
      const reply = await upload(service, orderId, name, bytes, { form, headers: { 'accept-language': 'ar' } });
      expect(reply.status).toBe(422);
      expect(fieldsOf(reply.body).file?.[0]).toMatch(/محتوى الملف من النوع/);
      expect(await stored()).toBe(before);
    });

    it('rejects an empty file, another field, another field name and an invalid file name', async () => {
      const empty = await upload(service, orderId, 'a.pdf', Buffer.alloc(0), { form });
      expect([empty.status, fieldsOf(empty.body)]).toEqual([422, { file: ['The file is empty.'] }]);
      const other = await upload(service, orderId, 'a.pdf', PDF, { form, fields: { title: 'x' } });
      expect([other.status, fieldsOf(other.body)]).toEqual([422, { title: ['Unknown field.'] }]);
      const misplaced = await upload(service, orderId, 'a.pdf', PDF, { form, field: 'document' });
      expect([misplaced.status, fieldsOf(misplaced.body)]).toEqual([
        422,
        { document: ['Unknown field. The file belongs in the field "file".'], file: [REQUIRED] },
      ]);
      const dots = await upload(service, orderId, '..', PDF, { form });
      expect(dots.status).toBe(422);
    });

    const part = (head: string, text = ''): string =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
    const sendForm = (form_: string, headers: Record<string, string> = {}, path = `/purchase-orders/${orderId}`) =>
      service.client({ form }).raw('POST', `${path}/documents`, form_, {
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
      });

    it.each<[string, string, Record<string, string[]>]>([
      ['no part', '--x--\r\n', { file: [REQUIRED] }],
      ['no body', '', { file: [REQUIRED] }],
      ['text in the field', `${part('name="file"', 'no file')}--x--\r\n`, { file: [REQUIRED] }],
      ['an empty file input', `${part('name="file"; filename=""')}--x--\r\n`, { file: [REQUIRED] }],
      ['only another field', `${part('name="title"', 'x')}--x--\r\n`, { title: ['Unknown field.'], file: [REQUIRED] }],
      [
        'two files',
        `${part('name="file"; filename="a.pdf"', '%PDF-')}${part('name="file"; filename="b.pdf"', '%PDF-')}--x--\r\n`,
        { file: ['The form has several files. Send one in each request.'] },
      ],
      [
        'a file and one in another field',
        `${part('name="file"; filename="a.pdf"', '%PDF-')}${part('name="scan"; filename="b.pdf"', '%PDF-')}--x--\r\n`,
        { file: ['The form has several files. Send one in each request.'] },
      ],
    ])('names the field in a form with %s', async (_what, body, fields) => {
      const before = await stored();
      for (const path of [`/purchase-orders/${orderId}`, '/invoices/1', '/goods-receipts/1']) {
        const reply = await sendForm(body, {}, path);
        expect([reply.status, fieldsOf(reply.body)]).toEqual([422, fields]);
      }
      expect(await stored()).toBe(before);
    });

    it('returns the message about a missing file in Arabic', async () => {
      const reply = await sendForm('--x--\r\n', { 'accept-language': 'ar' });
      expect(fieldsOf(reply.body).file?.[0]).toContain('الملف مطلوب');
    });

    it('rejects a request without a valid multipart form', async () => {
      const path = `/purchase-orders/${orderId}/documents`;
      const client = service.client({ form });
      expect((await client.raw('POST', path, '{}')).status).toBe(415);
      const multipart = { headers: { 'content-type': 'multipart/form-data' } };
      expect((await client.raw('POST', path, 'x', multipart)).status).toBe(400);
      const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-';
      const bounded = { headers: { 'content-type': 'multipart/form-data; boundary=x' } };
      const broken = await client.raw('POST', path, cut, bounded);
      expect([broken.status, broken.body.error.message]).toEqual([400, expect.stringContaining('multipart form')]);
    });

    it('returns 404 for an order or a document of another tenant and for an unknown one', async () => {
      const before = await stored();
      const stranger = (await service.newTenant()).token.token;
      const prefix = form === 'a' ? '/v1' : '/api/v1';
      expect((await upload(service, orderId, 'a.pdf', PDF, { form, token: stranger })).status).toBe(404);
      expect((await upload(service, 999_999, 'a.pdf', PDF, { form })).status).toBe(404);
      expect(await stored()).toBe(before);
      const { id } = (await upload(service, orderId, 'a.pdf', PDF, { form })).body.data;
      expect((await download(service, `${prefix}/documents/${id}/download`, stranger)).status).toBe(404);
      expect((await download(service, `${prefix}/documents/999999/download`)).status).toBe(404);
      expect((await download(service, `${prefix}/documents/0/download`)).status).toBe(400);
    });

    it('checks the abilities before it reads a file', async () => {
      const reader = await service.mint(['read']);
      expect((await upload(service, orderId, 'a.pdf', PDF, { form, token: reader })).status).toBe(403);
      const writer = await service.mint(['write']);
      const { data } = (await upload(service, orderId, 'a.pdf', PDF, { form, token: writer })).body;
      expect((await download(service, data.url, writer)).status).toBe(403);
      expect((await download(service, data.url, reader)).status).toBe(200);
      expect((await upload(service, orderId, 'a.pdf', PDF, { form, token: 'wrong' })).status).toBe(401);
    });
  });

  it('stores the file name without its folder, in any script', async () => {
    for (const [given, kept] of [
      ['../../../etc/quote.pdf', 'quote.pdf'],
      ['..\\..\\quote.pdf', 'quote.pdf'],
      ['عرض السعر رقم ٧.pdf', 'عرض السعر رقم ٧.pdf'],
      ['a"b;c\\d.pdf', 'd.pdf'],
    ] as const) {
      const { data } = (await upload(service, orderId, given, PDF)).body;
      expect(data.name).toBe(kept);
      const disposition = (await download(service, data.url)).headers.get('content-disposition') ?? '';
      if (kept.startsWith('عرض')) expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent(kept)}`);
      else expect(disposition).toBe(`attachment; filename="${kept}"`);
    }
    expect(onDisk().every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
  });

  it('accepts 20 MiB and rejects one more byte', async () => {
    const most = Buffer.concat([PDF, Buffer.alloc(20 * 1024 * 1024 - PDF.length)]);
    const taken = await upload(service, orderId, 'large.pdf', most);
    expect(taken.status).toBe(201);
    expect((await download(service, taken.body.data.url)).bytes.equals(most)).toBe(true);
    const before = await stored();
    for (const size of [1, 1024 * 1024]) {
      const reply = await upload(service, orderId, 'large.pdf', Buffer.concat([most, Buffer.alloc(size)]));
      expect(reply.status).toBe(413);
      expect(reply.body.error.code).toBe('PAYLOAD_TOO_LARGE');
    }
    expect(await stored()).toBe(before);
  });

  it('accepts fifty attachments per order and deletes the file of one more', async () => {
    const attachments = Array.from({ length: 49 }, (_, i) => ({ name: `n${i}`, url: `https://x.example/${i}` }));
    const draft = await aDraft(service.client(), vendorId, { attachments });
    const before = onDisk().length;
    const replies = await Promise.all([1, 2, 3, 4].map((n) => upload(service, draft.id, `${n}.pdf`, PDF)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body.error.details.file[0]).toMatch(/at most 50/);
    expect(onDisk()).toHaveLength(before + 1);
  });

  it('stores one upload per Idempotency-Key and rejects another file with the same key', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}` };
    const draft = await aDraft(service.client(), vendorId);
    const first = await upload(service, draft.id, 'a.pdf', PDF, { headers });
    const again = await upload(service, draft.id, 'a.pdf', PDF, { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await upload(service, draft.id, 'a.pdf', Buffer.concat([PDF, PDF]), { headers });
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const renamed = await upload(service, draft.id, 'b.pdf', PDF, { headers });
    expect(renamed.status).toBe(422);
    expect((await service.client().get(`/purchase-orders/${draft.id}`)).attachments).toHaveLength(1);
  });

  it('replaces the links of an order with the attachments of a PUT, but not its uploads', async () => {
    const draft = await aDraft(service.client(), vendorId, {
      attachments: ['a', 'b'].map((name) => ({ name, url: `https://x.example/${name}` })),
    });
    await upload(service, draft.id, 'kept.pdf', PDF);
    const client = service.client();
    const before = (await client.get(`/purchase-orders/${draft.id}`)).attachments;
    const attachments = [
      { name: 'b', url: 'https://x.example/b' },
      { name: 'c', url: 'https://x.example/c' },
    ];
    const after = (await client.put(`/purchase-orders/${draft.id}`, { attachments }, 200)).attachments;
    expect(after.map(({ name }: Loose) => name)).toEqual(['b', 'kept.pdf', 'c']);
    expect(after[0].id).toBe(before[1].id);
  });
});
