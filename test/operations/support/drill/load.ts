import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Answer } from '../../../support/asking';
import type { Loose } from '../../../support/client';
import { SAMPLES } from '../../../support/documents/samples';

/** A record whose creation the service has confirmed. */
export interface Acknowledged {
  readonly tenant: string;
  /** The path of its list: `purchase-orders`. */
  readonly list: string;
  readonly id: number;
  /** PO-2026-000042; undefined for kinds without numbers. */
  readonly number: string | undefined;
  /** Time of the request and of the response, in milliseconds since 1970. */
  readonly asked: number;
  readonly answered: number;
}

/** A cursor of `/changes` that a client saved, and the number of the client's changes before it. */
export interface KeptCursor {
  readonly cursor: string;
  readonly at: number;
  readonly seen: number;
}

const NUMBERS: Readonly<Record<string, string>> = {
  'purchase-orders': 'po_number',
  'goods-receipts': 'gr_number',
  invoices: 'invoice_number',
};

/** A tenant whose users work, and whose other system maintains a copy. */
export class Company {
  readonly acknowledged: Acknowledged[] = [];
  /** Invoices that the service confirmed as paid, and when. */
  readonly paid: { readonly id: number; readonly at: number }[] = [];
  readonly cursors: KeptCursor[] = [];
  /** Ids of the changes that the copy has received, in order. */
  readonly published: string[] = [];
  private stopped = false;
  private running: Promise<unknown> = Promise.resolve();
  private orders = 0;

  constructor(
    readonly slug: string,
    readonly token: string,
    public address: string,
  ) {}

  work(): void {
    this.stopped = false;
    this.running = Promise.all([this.trade(), this.follow()]);
  }

  async rest(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Sends one request; undefined if no response arrived. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer | undefined> {
    return ask(this.address, method, `/v1/${path}`, { token: this.token, headers, ...(body ? { body } : {}) }).catch(
      () => undefined,
    );
  }

  /** Creates a record. @returns it; undefined if it was rejected or no response arrived */
  async create(list: string, body: object, at = list): Promise<Loose> {
    const asked = Date.now();
    const answer = await this.send('POST', at, body);
    if (answer?.status !== 201) return undefined;
    const { data } = answer.body;
    const number = data[NUMBERS[list] ?? ''] as string | undefined;
    this.acknowledged.push({ tenant: this.slug, list, id: data.id, number, asked, answered: Date.now() });
    return data;
  }

  /** Uploads a document of an order. @returns whether the service confirmed it */
  async attach(orderId: number): Promise<boolean> {
    const [name = '', , bytes = Buffer.alloc(0)] = SAMPLES[0] ?? [];
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), name);
    const headers = { authorization: `Bearer ${this.token}` };
    const url = `${this.address}/v1/purchase-orders/${orderId}/documents`;
    const answer = await fetch(url, { method: 'POST', body, headers }).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 201;
  }

  /** Creates orders that are received, billed and paid, one after another. */
  private async trade(): Promise<void> {
    let vendor: Loose;
    while (!vendor && !this.stopped) {
      vendor = await this.create('vendors', { name: `Vendor of ${this.slug} ${Date.now()}` });
    }
    while (!this.stopped) {
      await this.order(vendor?.id as number);
      await sleep(50);
    }
  }

  private async order(vendorId: number): Promise<void> {
    this.orders += 1;
    const items = [{ description: 'Steel bars', quantity: 2, unit: 't', unit_price: 25.5, vat_rate: 15 }];
    const order = await this.create('purchase-orders', { vendor_id: vendorId, items });
    if (!order) {
      await sleep(200);
      return;
    }
    const at = `purchase-orders/${order.id}`;
    if (this.orders % 3 === 0) await this.attach(order.id as number);
    for (const action of ['submit', 'approve']) await this.send('POST', `${at}/${action}`, {});
    const [line] = order.items as Loose[];
    const lines = [{ item_id: line.id, quantity_received: 2 }];
    await this.create('goods-receipts', { lines }, `${at}/goods-receipts`);
    const line_items = [{ po_line_id: line.id, quantity: 2, unit_price: 25.5, vat_rate: 15 }];
    const today = new Date().toISOString().slice(0, 10);
    const head = {
      purchase_order_id: order.id,
      invoice_number: `V${order.id}`,
      invoice_date: today,
      due_date: '2036-01-01',
    };
    const invoice = await this.create('invoices', { ...head, line_items });
    if (!invoice) return;
    const bill = `invoices/${invoice.id}`;
    await this.send('POST', `${bill}/submit`, {});
    await this.send('POST', `${bill}/approve`, {});
    const payment = await this.send('POST', `${bill}/payments`, { amount: invoice.total });
    if (payment?.status === 201 || payment?.status === 200)
      this.paid.push({ id: invoice.id as number, at: Date.now() });
  }

  /** Updates a copy as the guide describes. */
  private async follow(): Promise<void> {
    while (!this.stopped) {
      const after = this.cursors.at(-1)?.cursor ?? '';
      const answer = await this.send('GET', `changes?limit=500&after=${after}`);
      if (answer?.status === 200) {
        this.published.push(...(answer.body.data as Loose[]).map(({ id }) => String(id)));
        this.cursors.push({ cursor: answer.body.meta.next_cursor, at: Date.now(), seen: this.published.length });
      }
      await sleep(400);
    }
  }
}
