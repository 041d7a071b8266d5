import type { Pool } from 'pg';
import { linesOf } from '../invoices';
import type { Client, Loose } from '../client';

/** Operations that a user may attempt. The prefix is the duty. */
export type Operation =
  | 'order.create'
  | 'order.change'
  | 'order.submit'
  | 'order.withdraw'
  | 'order.decide'
  | 'order.revise'
  | 'order.cancel'
  | 'order.close'
  | 'order.reopen'
  | 'order.amend'
  | 'amendment.decide'
  | 'amendment.withdraw'
  | 'receipt.record'
  | 'receipt.cancel'
  | 'receipt.return'
  | 'vendor.create'
  | 'vendor.change'
  | 'vendor.block'
  | 'vendor.unblock'
  | 'bank.enter'
  | 'bank.verify'
  | 'invoice.record'
  | 'invoice.change'
  | 'invoice.submit'
  | 'invoice.withdraw'
  | 'invoice.decide'
  | 'invoice.void'
  | 'invoice.credit'
  | 'payment.record'
  | 'payment.reverse'
  | 'budget.change';

/** A user of a tenant, with a token. */
export interface Actor {
  readonly id: number;
  readonly role: string;
  readonly departmentId: number;
  /** The token has the ability `admin`. */
  readonly adminToken: boolean;
  readonly client: Client;
}

export interface Act {
  readonly operation: Operation;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Loose;
  /** The document it concerns, if it exists already: `order 12`. */
  readonly on: string | undefined;
}

/** Pseudo-random numbers: the same seed gives the same sequence. */
export class Dice {
  constructor(private state: number) {}

  /** At least 0, less than 1 (mulberry32). */
  draw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor(this.draw() * of.length)] as T;
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.draw() * (to - from + 1));
  }

  happens(share: number): boolean {
    return this.draw() < share;
  }
}

interface Row {
  readonly id: string;
  readonly status: string;
}

/** Draws requests about the records of a tenant: sensible ones, and ones that the controls must reject. */
export class Acts {
  private numbers = 0;

  constructor(
    private readonly dice: Dice,
    private readonly owner: Pool,
    private readonly tenantId: string,
    private readonly departments: readonly number[],
  ) {}

  /** Draws a request about a document; nine in ten fit its status. */
  async draw(reader: Client): Promise<Act> {
    const [orders, invoices] = [await this.rows('purchase_orders'), await this.rows('invoices')];
    const [waiting] = await this.waitingAmendments();
    if (waiting && this.dice.happens(0.06)) return this.decideAmendment(reader, waiting.id);
    const open = orders.filter(({ status }) => status !== 'cancelled');
    const due = invoices.filter(({ status }) => status !== 'cancelled');
    const part = this.dice.draw();
    if (part < 0.08 || open.length < 3) return this.order();
    if (part < 0.5) return this.aboutOrder(reader, this.oneOf(open));
    if (part < 0.58 || due.length < 2) return this.invoice(reader, open);
    if (part < 0.9) return this.aboutInvoice(reader, this.oneOf(due));
    return this.aboutMoney(reader);
  }

  private async rows(table: 'purchase_orders' | 'invoices' | 'vendors' | 'budgets'): Promise<readonly Row[]> {
    // The newest documents: older ones are finished.
    const sql = `SELECT id, status FROM ${table} WHERE tenant_id = $1 ORDER BY id DESC LIMIT 25`;
    return (await this.owner.query<Row>(sql, [this.tenantId])).rows;
  }

  /** Often an approved document: most controls apply after approval. */
  private oneOf(rows: readonly Row[]): Row {
    const approved = rows.filter(({ status }) => status === 'approved' || status === 'paid');
    return this.dice.one(approved.length > 0 && this.dice.happens(0.4) ? approved : rows);
  }

  private async waitingAmendments(): Promise<readonly Pick<Row, 'id'>[]> {
    const sql = `SELECT purchase_order_id AS id FROM purchase_order_amendments WHERE tenant_id = $1 AND status = 'pending' LIMIT 1`;
    return (await this.owner.query<Row>(sql, [this.tenantId])).rows;
  }

  private async order(): Promise<Act> {
    const vendor = this.dice.one(await this.rows('vendors'));
    const body = {
      vendor_id: Number(vendor.id),
      department_id: this.dice.one(this.departments),
      expense_type: this.dice.one(['CAPEX', 'OPEX']),
      items: Array.from({ length: this.dice.whole(1, 3) }, (_, index) => this.line(`Thing ${index + 1}`)),
    };
    return { operation: 'order.create', method: 'POST', path: '/purchase-orders', body, on: undefined };
  }

  private line(description: string): object {
    return {
      description,
      quantity: this.dice.whole(1, 20),
      unit_price: this.dice.whole(1, 40) * 25,
      vat_rate: this.dice.one([0, 5, 15]),
    };
  }

  private async aboutOrder(reader: Client, { id, status }: Row): Promise<Act> {
    const on = `order ${id}`;
    const post = (operation: Operation, action: string, body: object = {}): Act => ({
      operation,
      method: 'POST',
      path: `/purchase-orders/${id}/${action}`,
      body,
      on,
    });
    const reason = { reason: 'As agreed with the vendor' };
    const acts: Record<string, () => Act | Promise<Act>> = {
      change: async () => ({
        operation: 'order.change',
        method: 'PUT',
        path: `/purchase-orders/${id}`,
        body: {
          items: [{ ...this.line('Thing, changed'), id: linesOf(await reader.get(`/purchase-orders/${id}`))[0].id }],
        },
        on,
      }),
      submit: () => post('order.submit', 'submit'),
      withdraw: () => post('order.withdraw', 'withdraw'),
      approve: () => post('order.decide', 'approve', this.approval()),
      reject: () => post('order.decide', 'reject', reason),
      revise: () => post('order.revise', 'revise'),
      cancel: () => post('order.cancel', 'cancel', reason),
      close: () => post('order.close', 'close', reason),
      reopen: () => post('order.reopen', 'reopen', reason),
      amend: async () =>
        post('order.amend', 'amendments', {
          ...reason,
          items: [this.amended(await reader.get(`/purchase-orders/${id}`))],
        }),
      decide: () => this.decideAmendment(reader, id),
      receive: async () => ({
        ...post('receipt.record', 'goods-receipts', {
          lines: this.arrived(await reader.get(`/purchase-orders/${id}`)),
        }),
      }),
      undo: () => this.undoReceipt(reader, id),
    };
    const fitting: Record<string, readonly string[]> = {
      draft: ['change', 'submit', 'submit', 'cancel'],
      pending_approval: ['approve', 'approve', 'approve', 'approve', 'reject', 'withdraw'],
      rejected: ['revise', 'revise', 'cancel'],
      approved: ['receive', 'receive', 'amend', 'decide', 'close', 'reopen', 'undo', 'cancel'],
      completed: ['undo', 'reopen'],
    };
    const names = this.dice.happens(0.9) ? (fitting[status] ?? []) : Object.keys(acts);
    return (acts[this.dice.one(names)] as () => Act | Promise<Act>)();
  }

  /** Sometimes with a budget override, even if the sender lacks the right. */
  private approval(): object {
    return this.dice.happens(0.3) ? { override_budget: true, comments: 'Needed' } : {};
  }

  /** A reduction, or a change that needs approval again. */
  private amended(order: Loose): object {
    const line = this.dice.one(linesOf(order));
    return this.dice.one<object>([
      { id: line.id, quantity: Math.max(1, line.quantity - 1) },
      { id: line.id, quantity: line.quantity + 2 },
      { id: line.id, description: 'Four laptops', unit_price: line.unit_price },
      { id: line.id, quantity: 0.01, vat_rate: 0 },
      this.line('Added'),
    ]);
  }

  private async decideAmendment(reader: Client, orderId: string): Promise<Act> {
    const found = await reader.get(`/purchase-orders/${orderId}/amendments`);
    const amendment = found.find(({ status }: Loose) => status === 'pending') ?? found[0] ?? { id: 1 };
    const action = this.dice.one(['approve', 'approve', 'reject', 'withdraw'] as const);
    return {
      operation: action === 'withdraw' ? 'amendment.withdraw' : 'amendment.decide',
      method: 'POST',
      path: `/purchase-orders/${orderId}/amendments/${amendment.id}/${action}`,
      body: { reject: { reason: 'Not needed' }, approve: this.approval(), withdraw: {} }[action],
      on: `amendment ${amendment.id}`,
    };
  }

  private arrived(order: Loose): object[] {
    return linesOf(order).map((line) => ({
      item_id: line.id,
      quantity_received: this.dice.whole(1, Math.max(1, line.quantity)),
    }));
  }

  private async undoReceipt(reader: Client, orderId: string): Promise<Act> {
    const [receipt] = await reader.get(`/purchase-orders/${orderId}/goods-receipts`);
    const cancels = this.dice.happens(0.5);
    const [line] = linesOf(await reader.get(`/purchase-orders/${orderId}`));
    const lines = [{ item_id: line.id, quantity: 1 }];
    return {
      operation: cancels ? 'receipt.cancel' : 'receipt.return',
      method: 'POST',
      path: `/goods-receipts/${receipt?.id ?? 1}/${cancels ? 'cancel' : 'returns'}`,
      body: cancels ? { reason: 'Counted wrongly' } : { reason: 'Damaged', lines },
      on: undefined,
    };
  }

  private async invoice(reader: Client, orders: readonly Row[]): Promise<Act> {
    this.numbers += 1;
    const head = { invoice_number: `R-${this.numbers}`, invoice_date: '2026-03-01' };
    const billable = orders.filter(({ status }) => status === 'approved' || status === 'completed');
    const act = { operation: 'invoice.record', method: 'POST', path: '/invoices', on: undefined } as const;
    if (billable.length === 0 || this.dice.happens(0.25)) {
      const vendor = this.dice.one(await this.rows('vendors'));
      const lines = [{ description: 'Advice', quantity: 1, unit_price: this.dice.whole(1, 60) * 100, vat_rate: 15 }];
      return {
        ...act,
        body: {
          ...head,
          vendor_id: Number(vendor.id),
          department_id: this.dice.one(this.departments),
          line_items: lines,
        },
      };
    }
    const order = await reader.get(`/purchase-orders/${this.dice.one(billable).id}`);
    const line_items = linesOf(order).map((line) => ({
      po_line_id: line.id,
      description: line.description,
      quantity: Math.max(1, Math.floor(line.quantity * this.dice.one([0.5, 1, 1, 1.5]))),
      unit_price: line.unit_price,
      vat_rate: line.vat_rate,
    }));
    return { ...act, body: { ...head, purchase_order_id: order.id, line_items } };
  }

  private async aboutInvoice(reader: Client, { id, status }: Row): Promise<Act> {
    const on = `invoice ${id}`;
    const post = (operation: Operation, action: string, body: object = {}): Act => ({
      operation,
      method: 'POST',
      path: `/invoices/${id}/${action}`,
      body,
      on,
    });
    const shown = await reader.get(`/invoices/${id}`);
    const line = shown.line_items[0];
    const acts: Record<string, () => Act | Promise<Act>> = {
      change: () => ({
        operation: 'invoice.change',
        method: 'PUT',
        path: `/invoices/${id}`,
        body: { line_items: [{ id: line.id, quantity: this.dice.whole(1, 5) }] },
        on,
      }),
      submit: () => post('invoice.submit', 'submit'),
      withdraw: () => post('invoice.withdraw', 'withdraw'),
      approve: () => post('invoice.decide', 'approve', this.approval()),
      override: () => post('invoice.decide', 'approve', { override: true, comments: 'Agreed by telephone' }),
      reject: () => post('invoice.decide', 'reject', { reason: 'Not ours' }),
      void: () => post('invoice.void', 'void', { reason: 'Recorded twice' }),
      credit: () =>
        post('invoice.credit', 'credit-notes', {
          credit_note_number: `CN-${++this.numbers}`,
          amount: 1,
          reason: 'Rebate',
        }),
      pay: () =>
        post('payment.record', 'payments', {
          amount: this.dice.one([shown.amount_due || 1, 1]),
          reference: `P-${++this.numbers}`,
        }),
      reverse: () => {
        const [payment] = shown.payments ?? [];
        return post('payment.reverse', `payments/${payment?.id ?? 1}/reverse`, { reason: 'Returned by the bank' });
      },
    };
    const undecided = ['approve', 'approve', 'approve', 'override', 'change', 'withdraw', 'reject'];
    const fitting: Record<string, readonly string[]> = {
      draft: ['submit', 'submit', 'change', 'approve'],
      submitted: undecided,
      pending: undecided,
      approved: ['pay', 'pay', 'pay', 'void', 'credit', 'reverse'],
      paid: ['reverse', 'credit', 'void'],
    };
    const names = this.dice.happens(0.9) ? (fitting[status] ?? []) : Object.keys(acts);
    return (acts[this.dice.one(names)] as () => Act | Promise<Act>)();
  }

  private async aboutMoney(reader: Client): Promise<Act> {
    const vendor = this.dice.one(await this.rows('vendors'));
    const about = (operation: Operation, method: 'POST' | 'PUT', path: string, body: object): Act => ({
      operation,
      method,
      path,
      body,
      on: `vendor ${vendor.id}`,
    });
    const path = `/vendors/${vendor.id}`;
    const name = this.dice.one([
      'create',
      'change',
      'block',
      'unblock',
      'unblock',
      'enter',
      'enter',
      'verify',
      'verify',
      'verify',
      'budget',
      'budget',
    ]);
    if (name === 'create') {
      this.numbers += 1;
      const body = { name: `Vendor ${this.numbers}`, bank_name: 'Najd Bank', bank_account: `NEW ${this.numbers}` };
      return { ...about('vendor.create', 'POST', '/vendors', body), on: undefined };
    }
    if (name === 'change')
      return about('vendor.change', 'PUT', path, { category: this.dice.one(['it', 'construction']) });
    if (name === 'block') return about('vendor.block', 'POST', `${path}/block`, { reason: 'Late' });
    if (name === 'unblock') return about('vendor.unblock', 'POST', `${path}/unblock`, {});
    if (name === 'enter') {
      this.numbers += 1;
      const body = { bank_name: 'Najd Bank', bank_account: `ACCOUNT ${this.numbers}` };
      return about('bank.enter', 'POST', `${path}/bank-accounts`, body);
    }
    if (name === 'verify') {
      const [account] = await reader.get(`${path}/bank-accounts`);
      return about('bank.verify', 'POST', `${path}/bank-accounts/${account?.id ?? 1}/verify`, {});
    }
    const budget = this.dice.one(await this.rows('budgets'));
    const body = { allocated_amount: this.dice.whole(50, 500) * 1000 };
    return {
      operation: 'budget.change',
      method: 'PUT',
      path: `/budgets/${budget.id}`,
      body,
      on: `budget ${budget.id}`,
    };
  }
}
