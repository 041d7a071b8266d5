import { readdirSync } from 'node:fs';
import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { FORBIDDEN, SAMPLES } from '../support/documents/samples';
import { download, upload } from '../support/documents/upload';
import { anOrder, approved, enter, receive } from '../support/invoices';
import { FORMS } from '../support/sampled';
import { until } from '../support/until';

const PDF = SAMPLES[0]?.[2] ?? Buffer.alloc(0);
const LINK = { name: 'Tax invoice NK-2291.pdf', url: 'https://files.example/NK-2291.pdf' };

describe.each(FORMS)('documents of invoices and goods receipts, Form %s', (form) => {
  let service: Service;
  let order: Awaited<ReturnType<typeof anOrder>>;
  const shape = form === 'a' ? { list: 'attachments', name: 'name' } : { list: 'documents', name: 'filename' };

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    order = await anOrder(service, [{ quantity: 1000 }]);
  });
  afterAll(() => service.stop());

  const make = {
    invoices: async (): Promise<Loose> => enter(service.client({ form }), order, [{ quantity: 1 }]),
    'goods-receipts': async (): Promise<Loose> => receive(service.client({ form }), order, [1]),
  };
  const audited = { invoices: 'invoice', 'goods-receipts': 'goods_receipt' } as const;
  const onDisk = (): number =>
    readdirSync(service.environment.STORAGE_PATH, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  const actionsOf = async (kind: string, id: number): Promise<Loose[]> => {
    const { rows } = await service.owner.query(
      'SELECT action, details FROM audit_log WHERE tenant_id = $1 AND entity_type = $2 AND entity_id = $3 ORDER BY id',
      [service.tenant.tenant.id, kind, id],
    );
    return rows;
  };

  describe.each(['invoices', 'goods-receipts'] as const)('%s', (of) => {
    it('accept, show, return and delete uploads and links', async () => {
      const client = service.client({ form });
      const { id } = await make[of]();
      const path = `/${of}/${id}`;
      const sent = await upload(service, id, 'paper.pdf', PDF, { form, of });
      expect(sent.status).toBe(201);
      const linked = await client.post(`${path}/documents/links`, LINK, 201);
      expect(linked[shape.name]).toBe(LINK.name);
      expect((await client.get(path))[shape.list]).toEqual([sent.body.data, linked]);

      const file = await download(service, sent.body.data.url);
      expect(file.bytes.equals(PDF)).toBe(true);
      const away = await download(service, `${form === 'a' ? '/v1' : '/api/v1'}/documents/${linked.id}/download`);
      expect([away.status, away.headers.get('location')]).toEqual([302, LINK.url]);

      const before = onDisk();
      await client.call('DELETE', `${path}/documents/${sent.body.data.id}`, 412, undefined, {
        headers: { 'If-Match': '"99"' },
      });
      await client.delete(`${path}/documents/${sent.body.data.id}`);
      await client.delete(`${path}/documents/${linked.id}`);
      await client.call('DELETE', `${path}/documents/${linked.id}`, 404);
      expect((await client.get(path))[shape.list]).toEqual([]);
      // The file is removed after the commit.
      await until(() => onDisk() < before);
      expect(onDisk()).toBe(before - 1);
      const entries = (await actionsOf(audited[of], id)).slice(-4);
      expect(entries.map(({ action }) => action)).toEqual([
        'document_uploaded',
        'document_linked',
        'document_removed',
        'document_removed',
      ]);
      expect(entries[3]?.details.changes.documents[linked.id]).toMatchObject({ from: { url: LINK.url }, to: null });
    });

    it('reject the same files and links as orders', async () => {
      const client = service.client({ form });
      const { id } = await make[of]();
      const [[, name, bytes] = ['', 'a.exe', Buffer.alloc(1)]] = FORBIDDEN;
      expect((await upload(service, id, name, bytes, { form, of })).status).toBe(422);
      expect((await upload(service, 999_999, 'paper.pdf', PDF, { form, of })).status).toBe(404);
      await client.call('POST', `/${of}/999999/documents/links`, 404, LINK);
      await client.call('POST', `/${of}/${id}/documents/links`, 422, { ...LINK, url: 'javascript:alert(1)' });
      await client.call('POST', `/${of}/${id}/documents/links`, 422, { name: 'No address' });
      const other = await make[of]();
      const theirs = await client.post(`/${of}/${other.id}/documents/links`, LINK, 201);
      await client.call('DELETE', `/${of}/${id}/documents/${theirs.id}`, 404);
      const stranger = service.client({ form, token: (await service.newTenant()).token.token });
      await stranger.call('POST', `/${of}/${id}/documents/links`, 404, LINK);
      await stranger.call('DELETE', `/${of}/${other.id}/documents/${theirs.id}`, 404);
    });

    it('are limited to fifty, also in concurrent requests', async () => {
      const client = service.client({ form });
      const { id } = await make[of]();
      for (let n = 0; n < 48; n += 1) await client.post(`/${of}/${id}/documents/links`, LINK, 201);
      const more = await Promise.all(
        Array.from({ length: 5 }, async () => client.raw('POST', `/${of}/${id}/documents/links`, JSON.stringify(LINK))),
      );
      expect(more.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
      expect((await upload(service, id, 'paper.pdf', PDF, { form, of })).status).toBe(422);
    });
  });

  it('can be added to an approved invoice but not removed', async () => {
    const client = service.client({ form });
    const billed = await anOrder(service);
    await receive(service.client(), billed, [10]);
    const { id } = await approved(client, billed);
    const { id: documentId } = await client.post(`/invoices/${id}/documents/links`, LINK, 201);
    await client.call('DELETE', `/invoices/${id}/documents/${documentId}`, 422);
    expect((await client.get(`/invoices/${id}`))[shape.list]).toHaveLength(1);
  });

  it.each(['invoices', 'goods-receipts'] as const)('raise the version of their %s with each change', async (of) => {
    const client = service.client({ form });
    const { id } = await make[of]();
    const path = `/${of}/${id}`;
    const etag = async (): Promise<string> => String((await client.call('GET', path, 200)).headers.get('etag'));
    const tags = [await etag()];
    await upload(service, id, 'paper.pdf', PDF, { form, of });
    tags.push(await etag());
    const { id: documentId } = await client.post(`${path}/documents/links`, LINK, 201);
    tags.push(await etag());
    await client.delete(`${path}/documents/${documentId}`);
    tags.push(await etag());
    expect(new Set(tags).size).toBe(4);
  });

  it('make an approval with an earlier If-Match return 412 after a replacement', async () => {
    const client = service.client({ form });
    const billed = await anOrder(service);
    await receive(service.client(), billed, [10]);
    const { id } = await enter(client, billed);
    await client.post(`/invoices/${id}/submit`, undefined, 200);
    const { id: documentId } = await client.post(`/invoices/${id}/documents/links`, LINK, 201);
    const seen = String((await client.call('GET', `/invoices/${id}`, 200)).headers.get('etag'));
    await client.delete(`/invoices/${id}/documents/${documentId}`);
    await client.post(`/invoices/${id}/documents/links`, { ...LINK, url: 'https://files.example/other.pdf' }, 201);
    await client.call('POST', `/invoices/${id}/approve`, 412, {}, { headers: { 'If-Match': seen } });
  });

  it('raise the version of an order with an upload', async () => {
    const client = service.client({ form });
    const path = `/purchase-orders/${order.id}`;
    const before = (await client.call('GET', path, 200)).headers.get('etag');
    await upload(service, order.id, 'paper.pdf', PDF, { form });
    expect((await client.call('GET', path, 200)).headers.get('etag')).not.toBe(before);
  });

  it('cannot be removed from a receipt while an approved invoice relies on it', async () => {
    const client = service.client({ form });
    const billed = await anOrder(service);
    const receipt = await receive(service.client(), billed, [10]);
    const path = `/goods-receipts/${receipt.id}/documents`;
    const first = await client.post(`${path}/links`, LINK, 201);
    const second = await client.post(`${path}/links`, LINK, 201);
    await client.delete(`${path}/${first.id}`);
    const invoice = await approved(client, billed);
    const { body } = await client.call('DELETE', `${path}/${second.id}`, 422);
    expect(body.error).toMatchObject({ code: 'RECEIPT_INVOICED', details: { item_ids: [billed.items[0]?.id] } });
    await client.post(`/invoices/${invoice.id}/void`, { reason: 'Wrong vendor' }, 200);
    await client.delete(`${path}/${second.id}`);
  });

  it('can be added to a cancelled receipt but not removed', async () => {
    const client = service.client({ form });
    const { id } = await make['goods-receipts']();
    const { id: documentId } = await client.post(`/goods-receipts/${id}/documents/links`, LINK, 201);
    await client.post(`/goods-receipts/${id}/cancel`, { reason: 'Entered twice.' }, 200);
    await client.post(`/goods-receipts/${id}/documents/links`, LINK, 201);
    await client.call('DELETE', `/goods-receipts/${id}/documents/${documentId}`, 422);
  });
});
