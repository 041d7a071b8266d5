import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectFormA } from 'procurement-client';
import { fileAt } from 'procurement-client/files';
import type { CreatedOrderResponse } from 'procurement-client/form-a';
import { baseUrl, formA, formB, losingTheFirstAnswer, token } from './surroundings.js';

export async function story() {
  const { data: vendor } = await formA.vendors.create({ body: { name: 'Najd Steel', currency: 'SAR' } });
  const line = { description: 'Steel bars', quantity: 10, unit: 't', unit_price: 25.5, vat_rate: 15 };
  const created = await formA.purchaseOrders.create({ body: { vendor_id: vendor.data.id, items: [line] } });
  const order: CreatedOrderResponse = created.data.data;
  await formA.purchaseOrders.submit({ path: { id: order.id } });
  const approved = await formB.purchaseOrders.approve({ path: { id: order.id }, body: { comments: 'As agreed' } });
  return {
    total: order.total_amount,
    approved: approved.data.data.status,
    totalInFormB: approved.data.data.total_inc_vat,
  };
}

export async function uploads() {
  const { data: vendor } = await formA.vendors.create({ body: { name: 'Gulf Office Supplies' } });
  const line = { description: 'A4 paper, box', quantity: 10, unit_price: 62.5 };
  const order = await formA.purchaseOrders.create({ body: { vendor_id: vendor.data.id, items: [line] } });
  const path = join(mkdtempSync(join(tmpdir(), 'procurement-upload-')), 'عرض السعر.txt');
  writeFileSync(path, 'Ten boxes\n');
  const keys: (string | null)[] = [];
  const unlucky = connectFormA({ baseUrl, token, retry: { firstWait: 1 }, fetch: losingTheFirstAnswer(keys) });
  const document = await unlucky.purchaseOrders.documents.create({
    path: { id: order.data.data.id },
    body: { file: await fileAt(path) },
  });
  const { data: read } = await formA.purchaseOrders.get({ path: { id: order.data.data.id } });
  const file = await formA.documents.download({ path: { id: document.data.data.id }, parseAs: 'text' });
  return { names: read.data.attachments.map(({ name }) => name), text: file.data, isKept: keys[0] === keys[1] };
}
