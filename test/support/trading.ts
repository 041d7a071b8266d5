import type { Service } from './app';
import type { Loose, Reply } from './client';
import { linesOf } from './invoices';

/** One drawn operation: the document, one of the verbs that its status allows, and the share of the possible amount. */
export interface Deal {
  /** The kind and the place of the document. */
  readonly on: 'order' | 'invoice';
  readonly place: number;
  readonly verb: number;
  /** 0 to 1. */
  readonly share: number;
  readonly form: 'a' | 'b';
}

type Verb = (subject: Loose, deal: Deal) => Promise<unknown>;

/**
 * Orders and invoices in a fixed number of places, changed over HTTP. A finished document is replaced by a new one. A
 * rejected request is as valid as an accepted one: only a status of 500 or above is a fault.
 */
export class Trading {
  /** The number of successful calls per verb. */
  readonly done = new Map<string, number>();
  private readonly orders: (number | undefined)[];
  private readonly invoices: (number | undefined)[];
  private numbers = 0;

  constructor(
    private readonly service: Service,
    private readonly vendorId: number,
    private readonly departmentIds: readonly number[],
    places: { readonly orders: number; readonly invoices: number },
  ) {
    this.orders = Array.from({ length: places.orders });
    this.invoices = Array.from({ length: places.invoices });
  }

  async perform(deal: Deal): Promise<void> {
    const places = deal.on === 'order' ? this.orders : this.invoices;
    const at = deal.place % places.length;
    const path = deal.on === 'order' ? 'purchase-orders' : 'invoices';
    const subject = places[at] === undefined ? undefined : await this.get(deal, `/${path}/${places[at]}`);
    const isClosed = subject?.status === 'completed' && subject.closed_at;
    if (!subject || ENDED.has(subject.status) || (isClosed && deal.verb % 3)) {
      places[at] = deal.on === 'order' ? await this.draft(deal) : await this.bill(deal, at);
      return;
    }
    const verbs = Object.entries(this.verbs(deal.on, subject.status));
    const [name, verb] = verbs[deal.verb % verbs.length] ?? [];
    if (!name || !verb) return;
    const reply = (await verb(subject, deal)) as { status: number } | undefined;
    if (reply && reply.status < 300) this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }

  get names(): readonly string[] {
    const verbs = [...Object.values(this.orderVerbs()), ...Object.values(this.invoiceVerbs())];
    return [...new Set(verbs.flatMap((ofStatus) => Object.keys(ofStatus)))];
  }

  /** The verbs to try on a document in this status. Some appear twice, so that they are drawn more often. */
  private verbs(on: Deal['on'], status: string): Record<string, Verb> {
    return (on === 'order' ? this.orderVerbs() : this.invoiceVerbs())[status] ?? {};
  }

  private orderVerbs(): Record<string, Record<string, Verb>> {
    const act =
      (action: string, body: object = {}): Verb =>
      ({ id }, deal) =>
        this.send(deal, 'POST', `/purchase-orders/${id}/${action}`, body);
    const reason = { reason: 'Trade' };
    const waiting = {
      approve: act('approve'),
      approveAgain: act('approve'),
      reject: act('reject', reason),
      withdraw: act('withdraw', reason),
      cancel: act('cancel', reason),
    };
    return {
      draft: {
        submit: act('submit'),
        submitAgain: act('submit'),
        retype: ({ id, expense_type }, deal) =>
          this.send(deal, 'PUT', `/purchase-orders/${id}`, {
            expense_type: expense_type === 'OPEX' ? 'CAPEX' : 'OPEX',
          }),
        move: ({ id }, deal) =>
          this.send(deal, 'PUT', `/purchase-orders/${id}`, { department_id: this.department(deal) }),
      },
      pending_approval: waiting,
      pending: waiting,
      rejected: { revise: act('revise'), reviseAgain: act('revise'), cancelRejected: act('cancel', reason) },
      approved: {
        receive: (order, deal) => this.receive(order, deal),
        receiveAgain: (order, deal) => this.receive(order, deal),
        amend: (order, deal) => this.amend(order, deal),
        return: (order, deal) => this.giveBack(order, deal),
        close: act('close', reason),
        reopen: act('reopen', reason),
        cancelApproved: act('cancel', reason),
      },
      completed: {
        returnCompleted: (order, deal) => this.giveBack(order, deal),
        reopenCompleted: act('reopen', reason),
      },
    };
  }

  private invoiceVerbs(): Record<string, Record<string, Verb>> {
    const act =
      (action: string, body: object = {}): Verb =>
      ({ id }, deal) =>
        this.send(deal, 'POST', `/invoices/${id}/${action}`, body);
    const override = { override: true, comments: 'Trade' };
    const undecided = {
      approve: act('approve'),
      approveOverridden: act('approve', override),
      correct: (invoice: Loose, deal: Deal) => this.correct(invoice, deal),
      rejectInvoice: act('reject', { reason: 'Trade' }),
    };
    const pay: Verb = ({ id, amount_due }, deal) =>
      this.send(deal, 'POST', `/invoices/${id}/payments`, { amount: portion(amount_due, deal.share) });
    const reverse: Verb = ({ id, payments }, deal) => {
      const [payment] = payments.filter((one: Loose) => one.reverses_id === null && one.reversed_by_id === null);
      const path = `/invoices/${id}/payments/${payment?.id ?? 1}/reverse`;
      return this.send(deal, 'POST', path, { reason: 'Trade' });
    };
    const credits = {
      creditLines: (invoice: Loose, deal: Deal) => this.creditLine(invoice, deal),
      creditMoney: (invoice: Loose, deal: Deal) =>
        this.credit(invoice, deal, { amount: portion(invoice.total - invoice.amount_credited, deal.share) }),
      cancelCredit: ({ credit_notes }: Loose, deal: Deal) => {
        const [note] = credit_notes.filter(({ status }: Loose) => status === 'active');
        return this.send(deal, 'POST', `/credit-notes/${note?.id ?? 1}/cancel`, { reason: 'Trade' });
      },
    };
    return {
      draft: { submitInvoice: act('submit'), ...undecided },
      submitted: undecided,
      pending: undecided,
      approved: {
        pay,
        settle: (invoice, deal) => pay(invoice, { ...deal, share: 1 }),
        void: act('void', { reason: 'Trade' }),
        reverse,
        ...credits,
      },
      paid: { refund: pay, reversePaid: reverse, ...credits },
    };
  }

  private async draft(deal: Deal): Promise<number> {
    const items = Array.from({ length: 1 + (deal.verb % 3) }, (_, index) => ({
      description: `Thing ${index}`,
      quantity: 1 + Math.floor(deal.share * 9),
      unit_price: 3.3333 + index * 10,
      vat_rate: 15,
    }));
    const body = {
      vendor_id: this.vendorId,
      department_id: this.department(deal),
      expense_type: deal.verb % 2 ? 'CAPEX' : 'OPEX',
      items,
    };
    return (await this.service.client().post('/purchase-orders', body, 201)).id;
  }

  /** Bills an order's lines with varying quantities and prices. Every eighth invoice has no order. */
  private async bill(deal: Deal, at: number): Promise<number | undefined> {
    this.numbers += 1;
    const head = { invoice_number: `T-${this.numbers}`, invoice_date: '2026-03-01' };
    const admin = this.service.client();
    const orderId = this.orders[at % this.orders.length];
    if (at === this.invoices.length - 1 || orderId === undefined) {
      const lines = [{ description: 'Advice', quantity: 1, unit_price: 10 * deal.share, vat_rate: 5 }];
      const body = { ...head, vendor_id: this.vendorId, department_id: this.department(deal), line_items: lines };
      return (await admin.post('/invoices', body, 201)).id;
    }
    const order = await admin.get(`/purchase-orders/${orderId}`);
    const lines = order.items.map((line: Loose) => ({
      po_line_id: line.id,
      quantity: Math.max(1, Math.floor(line.quantity * deal.share)),
      unit_price: Number((line.unit_price * (0.98 + (deal.verb % 5) / 100)).toFixed(4)),
    }));
    const reply = await this.send(deal, 'POST', '/invoices', {
      ...head,
      purchase_order_id: orderId,
      [deal.form === 'a' ? 'line_items' : 'lines']: lines,
    });
    return reply.body.data?.id;
  }

  private receive(order: Loose, deal: Deal): Promise<unknown> {
    const lines = linesOf(order)
      .filter((line) => line.quantity > line.received_quantity)
      .map((line) => ({
        item_id: line.id,
        quantity_received: Math.max(1, Math.floor((line.quantity - line.received_quantity) * deal.share)),
        quantity_rejected: deal.verb % 4 === 0 ? 0.5 : 0,
      }));
    return this.send(deal, 'POST', `/purchase-orders/${order.id}/goods-receipts`, { lines });
  }

  private async giveBack(order: Loose, deal: Deal): Promise<unknown> {
    const [receipt] = await this.service.client().get(`/purchase-orders/${order.id}/goods-receipts`);
    if (!receipt) return undefined;
    if (deal.verb % 2) return this.send(deal, 'POST', `/goods-receipts/${receipt.id}/cancel`, { reason: 'Trade' });
    const lines = [{ item_id: linesOf(order)[0].id, quantity: 0.25 }];
    return this.send(deal, 'POST', `/goods-receipts/${receipt.id}/returns`, { lines, reason: 'Trade' });
  }

  private async amend(order: Loose, deal: Deal): Promise<unknown> {
    const [line] = linesOf(order);
    const change = {
      id: line.id,
      quantity: Math.ceil(line.quantity * (0.5 + deal.share)),
      unit_price: 2.2222 + deal.share,
    };
    const path = `/purchase-orders/${order.id}/amendments`;
    const reply = await this.send(deal, 'POST', path, { reason: 'Trade', items: [change] });
    if (reply.body.data?.status !== 'pending') return reply;
    const decision = deal.verb % 2 ? 'approve' : 'cancel';
    const decided = await this.send(deal, 'POST', `${path}/${reply.body.data.id}/${decision}`, {});
    // An amendment over budget would stay pending forever: cancel it to make place for the next one.
    if (decided.status >= 300) await this.send(deal, 'POST', `${path}/${reply.body.data.id}/cancel`, {});
    return decided;
  }

  private correct(invoice: Loose, deal: Deal): Promise<unknown> {
    const [line] = invoice.line_items;
    const lines = [{ id: line.id, quantity: Math.max(1, Math.floor(line.quantity * deal.share)) }];
    return this.send(deal, 'PUT', `/invoices/${invoice.id}`, { [deal.form === 'a' ? 'line_items' : 'lines']: lines });
  }

  private creditLine(invoice: Loose, deal: Deal): Promise<unknown> {
    const [line] = invoice.line_items;
    const quantity = Math.max(1, Math.floor(line.quantity * deal.share));
    return this.credit(invoice, deal, { lines: [{ line_item_id: line.id, quantity }] });
  }

  private credit(invoice: Loose, deal: Deal, of: object): Promise<unknown> {
    this.numbers += 1;
    const body = { credit_note_number: `C-${this.numbers}`, reason: 'Trade', ...of };
    return this.send(deal, 'POST', `/invoices/${invoice.id}/credit-notes`, body);
  }

  private department({ verb }: Deal): number | undefined {
    return this.departmentIds[verb % this.departmentIds.length];
  }

  private get({ form }: Deal, path: string): Promise<Loose> {
    return this.service.client({ form }).get(path);
  }

  private async send({ form }: Deal, method: string, path: string, body: object): Promise<Reply> {
    const reply = await this.service.client({ form }).raw(method, path, JSON.stringify(body));
    if (reply.status >= 500) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply;
  }
}

const ENDED = new Set(['cancelled']);

/** Rounded to the cent. */
function portion(amount: number, share: number): number {
  return Number((amount * share).toFixed(2));
}
