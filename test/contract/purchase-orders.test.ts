import { Service, startApp } from '../support/app';
import { aDraft, aVendor, PAPER } from '../support/purchase-orders';

/** Field names of both forms for the same draft. */
const WORDS = {
  a: { items: 'items', vat: 'vat_rate', notes: 'notes', expected: 'expected_delivery_date', total: 'total_amount' },
  b: { items: 'lines', vat: 'vat_percentage', notes: 'description', expected: 'required_date', total: 'total_inc_vat' },
} as const;

describe('purchase orders', () => {
  let service: Service;
  let vendorId: number;
  let other: { vendorId: number; orderId: number; itemId: number };

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(service.client())).id;
    const tenant = await service.newTenant();
    const stranger = service.client({ token: tenant.token.token });
    const theirVendor = await aVendor(stranger);
    const theirOrder = await aDraft(stranger, theirVendor.id);
    other = { vendorId: theirVendor.id, orderId: theirOrder.id, itemId: theirOrder.items[0].id };
  });
  afterAll(async () => service.stop());

  describe.each(['a', 'b'] as const)('in Form %s', (form) => {
    const words = WORDS[form];
    const client = () => service.client({ form });
    const line = (over: object = {}) => {
      const { vat_rate, ...rest } = PAPER;
      return { ...rest, [words.vat]: vat_rate, ...over };
    };
    const body = (over: object = {}) => ({ vendor_id: vendorId, [words.items]: [line()], ...over });
    const details = async (path: string, sent: unknown, method = 'POST'): Promise<Record<string, string[]>> => {
      const reply = await client().call(method, path, 422, sent);
      return form === 'a' ? reply.body.error.details : reply.body.errors;
    };

    it('creates a draft with a number and the fields of the specification', async () => {
      const reply = await client().call('POST', '/purchase-orders', 201, body());
      expect(reply.body.data).toMatchObject({
        id: expect.any(Number),
        po_number: expect.stringMatching(/^PO-\d{4}-\d{6}$/),
        status: 'draft',
        vendor_id: vendorId,
        department_id: expect.any(Number),
        subtotal: 255,
        vat_amount: 38.25,
        total_amount: 293.25,
        items: [
          { line_number: 1, description: 'A4 paper', quantity: 10, unit_price: 25.5, vat_amount: 38.25, total: 293.25 },
        ],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(reply.headers.get('etag')).toBe('"1"');
      if (form === 'b') {
        expect(reply.body).toMatchObject({ success: true, message: 'Purchase order created successfully.' });
        expect(reply.body.data).toMatchObject({
          total_ex_vat: 255,
          total_vat: 38.25,
          total_inc_vat: 293.25,
          lines: [{ total_ex_vat: 255, total_inc_vat: 293.25, vat_rate: 15 }],
        });
      }
    });

    it('reads an order back with all its fields', async () => {
      const created = await client().post(
        '/purchase-orders',
        body({ [words.notes]: 'Ring first', [words.expected]: '2027-01-31' }),
        201,
      );
      const order = await client().get(`/purchase-orders/${created.id}`);
      const shared = {
        id: created.id,
        po_number: created.po_number,
        status: 'draft',
        currency: 'SAR',
        expense_type: 'OPEX',
        [words.notes]: 'Ring first',
        [words.expected]: '2027-01-31',
        [words.total]: 293.25,
        approvals: [],
        pending_approvers: [],
        audit_trail: [{ action: 'created', user: 'Olivia Owner' }],
      };
      const vendor = { id: vendorId, name: 'Najd Stationery' };
      expect(order).toMatchObject(
        form === 'a'
          ? {
              ...shared,
              vendor: { ...vendor, email: null },
              department: { name: 'General', code: 'GEN' },
              project: null,
              created_by: { name: 'Olivia Owner' },
              items: [{ ...PAPER, line_number: 1, vat_amount: 38.25, total: 293.25 }],
              attachments: [],
            }
          : {
              ...shared,
              approval_status: 'draft',
              vendor: { ...vendor, contact_email: null },
              department: { name: 'General' },
              requester: { name: 'Olivia Owner' },
              request_date: created.created_at.slice(0, 10),
              lines: [{ line_number: 1, vat_rate: 15, vat_amount: 38.25, total_ex_vat: 255, total_inc_vat: 293.25 }],
              documents: [],
            },
      );
    });

    it('calculates decimal amounts in the precision of the currency', async () => {
      const create = async (currency: string, ...lines: object[]) => {
        const { subtotal, vat_amount, total_amount } = await client().post(
          '/purchase-orders',
          { vendor_id: vendorId, currency, [words.items]: lines.map((each) => ({ description: 'x', ...each })) },
          201,
        );
        return [subtotal, vat_amount, total_amount];
      };
      const ten = { quantity: 1, unit_price: 10.1, [words.vat]: 15 };
      expect(await create('SAR', ten, ten, ten)).toEqual([30.3, 4.56, 34.86]);
      expect(
        await create(
          'SAR',
          { quantity: 3, unit_price: 33.33, [words.vat]: 15 },
          { quantity: 2, unit_price: 99.99, [words.vat]: 0 },
          { quantity: 1, unit_price: 0.05, [words.vat]: 5 },
        ),
      ).toEqual([300.02, 15, 315.02]);
      expect(await create('SAR', { quantity: 10, unit_price: 25.5, [words.vat]: 15 })).toEqual([255, 38.25, 293.25]);
      expect(await create('KWD', { quantity: 7, unit_price: 1.2345, [words.vat]: 5 })).toEqual([8.642, 0.432, 9.074]);
      expect(await create('JPY', { quantity: 3, unit_price: 33.5, [words.vat]: 10 })).toEqual([101, 10, 111]);
      expect(await create('SAR', { quantity: 1000, unit_price: 0.045 })).toEqual([45, 0, 45]);
      expect(await create('SAR', { quantity: 1, unit_price: 999999999999 }, { quantity: 1, unit_price: 0.99 })).toEqual(
        [999999999999.99, 0, 999999999999.99],
      );
    });

    it('stores links to documents as attachments', async () => {
      const link = { url: 'https://files.example.com/q.pdf' };
      const sent =
        form === 'a' ? { attachments: [{ name: 'q.pdf', ...link }] } : { documents: [{ filename: 'q.pdf', ...link }] };
      const created = await client().post('/purchase-orders', body(sent), 201);
      const order = await client().get(`/purchase-orders/${created.id}`);
      if (form === 'a')
        expect(order.attachments).toEqual([{ id: expect.any(Number), name: 'q.pdf', size: null, ...link }]);
      else
        expect(order.documents).toEqual([
          { id: expect.any(Number), filename: 'q.pdf', url: expect.stringContaining('/documents/') },
        ]);
    });

    it('requires at least one line item', async () => {
      for (const sent of [{ vendor_id: vendorId }, { vendor_id: vendorId, [words.items]: [] }]) {
        expect(await details('/purchase-orders', sent)).toEqual({
          [words.items]: ['At least one line item is required.'],
        });
      }
      const arabic = await client().call(
        'POST',
        '/purchase-orders',
        422,
        { vendor_id: vendorId },
        { headers: { 'accept-language': 'ar' } },
      );
      expect(arabic.text).toContain('يجب إضافة بند واحد على الأقل');
    });

    it('names each invalid field', async () => {
      const cases: [object, string][] = [
        [{ vendor_id: undefined }, 'vendor_id'],
        [{ vendor_id: 2 ** 53 }, 'vendor_id'],
        [{ vendor_id: 999_999 }, 'vendor_id'],
        [{ vendor_id: other.vendorId }, 'vendor_id'],
        [{ department_id: 999_999 }, 'department_id'],
        [{ project_id: 999_999 }, 'project_id'],
        [{ currency: 'ZZZ' }, 'currency'],
        [{ expense_type: 'MAYBE' }, 'expense_type'],
        [{ [words.expected]: '2025-02-30' }, words.expected],
        [{ colour: 'red' }, 'colour'],
        [{ [words.items]: [line({ quantity: 0 })] }, `${words.items}.0.quantity`],
        [{ [words.items]: [line({ quantity: 10_000_000 })] }, `${words.items}.0.quantity`],
        [{ [words.items]: [line({ quantity: 1.00001 })] }, `${words.items}.0.quantity`],
        [{ [words.items]: [line({ unit_price: -1 })] }, `${words.items}.0.unit_price`],
        [{ [words.items]: [line({ [words.vat]: 100.01 })] }, `${words.items}.0.${words.vat}`],
        [{ [words.items]: [line(), line({ description: ' ' })] }, `${words.items}.1.description`],
        [{ [words.items]: [line({ id: 1 })] }, `${words.items}.0.id`],
        [{ [words.items]: [line({ quantity: 9_999_999.9999, unit_price: 999_999_999_999 })] }, words.items],
        [{ [words.items]: Array(1001).fill(line()) }, words.items],
        [{ [form === 'a' ? 'lines' : 'items']: [] }, form === 'a' ? 'lines' : 'items'],
      ];
      for (const [over, field] of cases) {
        expect([over, Object.keys(await details('/purchase-orders', body(over)))]).toEqual([over, [field]]);
      }
    });

    it('changes only the fields and lines in the request', async () => {
      const created = await client().post('/purchase-orders', body(), 201);
      const path = `/purchase-orders/${created.id}`;
      const [item] = created.items;
      const changed = await client().put(
        path,
        {
          [words.notes]: 'Changed',
          [words.items]: [{ id: item.id, quantity: 20 }, line({ description: 'Ink', quantity: 1, unit_price: 100 })],
        },
        200,
      );
      expect(changed).toMatchObject({ [words.notes]: 'Changed', [words.total]: 701.5 });
      expect(changed[words.items]).toMatchObject([
        { id: item.id, line_number: 1, quantity: 20, description: 'A4 paper', unit_price: 25.5 },
        { line_number: 2, description: 'Ink' },
      ]);
      const again = await client().put(path, { [words.notes]: null, currency: 'KWD' }, 200);
      expect(again).toMatchObject({ [words.notes]: null, currency: 'KWD', [words.total]: 701.5 });
      expect(again.audit_trail.map(({ action }: { action: string }) => action)).toEqual([
        'created',
        'updated',
        'updated',
      ]);
    });

    it('rejects a line of another order and an incomplete new line', async () => {
      const created = await client().post('/purchase-orders', body(), 201);
      const path = `/purchase-orders/${created.id}`;
      const sibling = await client().post('/purchase-orders', body(), 201);
      for (const id of [sibling.items[0].id, other.itemId, 999_999]) {
        await client().put(`${path}/items/${id}`, { quantity: 2 }, 404);
        await client().delete(`${path}/items/${id}`, 404);
        expect(await details(path, { [words.items]: [{ id, quantity: 1 }] }, 'PUT')).toHaveProperty([
          `${words.items}.0.id`,
        ]);
      }
      expect(Object.keys(await details(path, { [words.items]: [{ quantity: 1 }] }, 'PUT'))).toEqual([
        `${words.items}.0.description`,
        `${words.items}.0.unit_price`,
      ]);
    });

    it('returns 412 for a change or deletion with an outdated If-Match', async () => {
      const created = await client().post('/purchase-orders', body(), 201);
      const path = `/purchase-orders/${created.id}`;
      const first = await client().call('GET', path, 200);
      const etag = first.headers.get('etag') ?? '';
      const changed = await client().call(
        'PUT',
        path,
        200,
        { [words.notes]: 'one' },
        { headers: { 'if-match': etag } },
      );
      expect(changed.headers.get('etag')).not.toBe(etag);
      const late = await client().call('PUT', path, 412, { [words.notes]: 'two' }, { headers: { 'if-match': etag } });
      expect(late.body.error.code).toBe('PRECONDITION_FAILED');
      await client().call('DELETE', path, 412, undefined, { headers: { 'if-match': etag } });
      await client().call('DELETE', path, 204, undefined, { headers: { 'if-match': '*' } });
    });

    it('deletes a draft, and no order in another status', async () => {
      const created = await client().post('/purchase-orders', body(), 201);
      await client().delete(`/purchase-orders/${created.id}`);
      await client().get(`/purchase-orders/${created.id}`, 404);
      await client().delete(`/purchase-orders/${created.id}`, 404);
      const submitted = await client().post('/purchase-orders', body(), 201);
      await client().post(`/purchase-orders/${submitted.id}/submit`, undefined, 200);
      const refusal = await client().call('DELETE', `/purchase-orders/${submitted.id}`, 422);
      const status = form === 'a' ? 'pending_approval' : 'pending';
      expect(refusal.body.error).toMatchObject({ code: 'INVALID_STATUS', details: { status } });
    });

    it('adds, changes and removes single lines', async () => {
      const created = await client().post('/purchase-orders', body(), 201);
      const path = `/purchase-orders/${created.id}/items`;
      const added = await client().post(path, line({ description: 'Ink', quantity: 1, unit_price: 100 }), 201);
      expect(added).toMatchObject({
        id: expect.any(Number),
        line_number: 2,
        description: 'Ink',
        vat_amount: 15,
        purchase_order: { id: created.id, subtotal: 355, vat_amount: 53.25, total_amount: 408.25 },
      });
      const changed = await client().put(`${path}/${added.id}`, { quantity: 2 }, 200);
      expect(changed).toMatchObject({
        id: added.id,
        quantity: 2,
        unit_price: 100,
        purchase_order: { total_amount: 523.25 },
      });
      await client().delete(`${path}/${added.id}`);
      expect(await client().get(`/purchase-orders/${created.id}`)).toMatchObject({ [words.total]: 293.25 });
      const last = await client().call('DELETE', `${path}/${created.items[0].id}`, 422);
      expect(last.text).toContain('The last line item of an order cannot be removed.');
      expect(last.body.error.details).toHaveProperty(words.items);
      await client().put(`${path}/${other.itemId}`, { quantity: 2 }, 404);
      await client().delete(`${path}/${added.id}`, 404);
      expect(await details(path, {})).toMatchObject({
        description: expect.anything(),
        quantity: expect.anything(),
        unit_price: expect.anything(),
      });
    });

    it("returns 404 for every action on another tenant's order", async () => {
      const path = `/purchase-orders/${other.orderId}`;
      await client().get(path, 404);
      await client().put(path, {}, 404);
      await client().delete(path, 404);
      await client().post(`${path}/items`, line(), 404);
      for (const action of ['submit', 'approve', 'revise']) await client().post(`${path}/${action}`, {}, 404);
      for (const action of ['reject', 'cancel', 'close'])
        await client().post(`${path}/${action}`, { reason: 'x' }, 404);
    });

    it('requires the ability of each route', async () => {
      const created = await client().post('/purchase-orders', body(), 201);
      const path = `/purchase-orders/${created.id}`;
      const reader = client().as(await service.mint(['read']));
      const writer = client().as(await service.mint(['write']));
      await reader.get(path);
      await writer.get(path, 403);
      await reader.post('/purchase-orders', body(), 403);
      await reader.post(`${path}/submit`, undefined, 403);
      await writer.delete(path, 403);
      await writer.post(`${path}/approve`, {}, 403);
    });
  });
});
