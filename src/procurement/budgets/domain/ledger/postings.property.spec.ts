import fc from 'fast-check';
import { type Decimal, decimal, lineAmounts, minorUnits, roundMoney, sum, ZERO } from '../../../../common/money';
import { orderCommitment } from '../../../purchase-orders/domain/progress';
import { breakdown, type BudgetAmounts, NO_AMOUNTS, plus } from './amounts';
import {
  adjustment,
  commitment,
  type CommitmentCause,
  netChange,
  payment,
  type Posting,
  release,
  reservation,
  spending,
  reversal,
} from './postings';

interface Line {
  quantity: number;
  /** Quantity that a close took off. */
  closedQuantity: number;
  unitPrice: number;
  readonly vatRate: number;
}

interface Order {
  status: 'draft' | 'pending_approval' | 'approved' | 'rejected' | 'completed' | 'cancelled';
  closed: boolean;
  readonly lines: Line[];
}

interface Invoice {
  readonly order: number;
  status: 'draft' | 'approved' | 'cancelled';
  /** Billed quantity by order line. */
  billed: number[];
  total: Decimal;
  credited: Decimal;
  paid: Decimal;
}

/**
 * Five orders and eight invoices that share a budget. The functions under test compute the postings; the expected
 * amounts are computed from the documents alone.
 */
class World {
  amounts: BudgetAmounts = NO_AMOUNTS;
  readonly ledger: { order: number; posting: Posting }[] = [];

  constructor(
    readonly currency: string,
    readonly orders: Order[],
    readonly invoices: Invoice[],
  ) {}

  post(order: number, postings: readonly Posting[]): void {
    this.ledger.push(...postings.map((posting) => ({ order, posting })));
    this.amounts = plus(this.amounts, netChange(postings));
  }

  total(order: Order): Decimal {
    return sum(order.lines.map((line) => lineAmounts(line, this.currency).total));
  }

  billed(order: number, line: number): number {
    const live = this.invoices.filter((invoice) => invoice.order === order && invoice.status === 'approved');
    return live.reduce((quantity, invoice) => quantity + (invoice.billed[line] ?? 0), 0);
  }

  binds(index: number): Decimal {
    const order = this.orders[index]!;
    const lines = order.lines.map((line, at) => ({ ...line, billed: this.billed(index, at) }));
    return orderCommitment(order.status === 'approved' ? 'approved' : 'cancelled', lines, this.currency);
  }

  /** Only the ledger contains the reserved and committed amounts of an order. */
  sumOf(order: number, part: keyof BudgetAmounts): Decimal {
    return sum(this.ledger.filter((entry) => entry.order === order).map(({ posting }) => posting.change[part]));
  }

  /** Completes or reopens the order and posts its new commitment. */
  settle(index: number, cause: CommitmentCause = 'fulfilment'): void {
    const order = this.orders[index]!;
    const done = order.lines.every((line, at) => this.billed(index, at) >= line.quantity - line.closedQuantity);
    if (order.status === 'approved' && done) order.status = 'completed';
    else if (order.status === 'completed' && !done && !order.closed) order.status = 'approved';
    this.post(index, adjustment(this.sumOf(index, 'committed'), this.binds(index), cause));
  }
}

const VERBS = [
  'submit',
  'approve',
  'reject',
  'revise',
  'cancel',
  'close',
  'reopen',
  'amend',
  'bill',
  'void',
  'creditLines',
  'creditMoney',
  'pay',
] as const;
interface Operation {
  readonly verb: (typeof VERBS)[number];
  readonly order: number;
  readonly invoice: number;
  readonly line: number;
  /** 0 to 1: part of the possible amount. */
  readonly share: number;
}

function perform(world: World, { verb, order: at, invoice: which, line, share }: Operation): void {
  const order = world.orders[at]!;
  const invoice = world.invoices[which]!;
  const portion = (of: Decimal): Decimal => roundMoney(of.times(share), world.currency);
  switch (verb) {
    case 'submit':
      if (order.status !== 'draft') return;
      order.status = 'pending_approval';
      return world.post(at, reservation(world.total(order)));
    case 'approve':
      if (order.status !== 'pending_approval') return;
      order.status = 'approved';
      return world.post(at, commitment(world.sumOf(at, 'reserved'), world.total(order)));
    case 'reject':
      if (order.status !== 'pending_approval') return;
      order.status = 'rejected';
      return world.post(at, release(world.sumOf(at, 'reserved')));
    case 'revise':
      if (order.status === 'rejected') order.status = 'draft';
      return;
    case 'cancel': {
      const billed = world.invoices.some((one) => one.order === at && one.status === 'approved');
      if (order.status === 'pending_approval') world.post(at, release(world.sumOf(at, 'reserved')));
      else if (order.status !== 'approved' || billed) return;
      order.status = 'cancelled';
      return world.settle(at, 'cancel');
    }
    case 'close':
      if (order.status !== 'approved' || order.closed) return;
      order.closed = true;
      order.lines.forEach((one, index) => {
        const accepted = Math.floor(one.quantity * share);
        one.closedQuantity = Math.max(0, one.quantity - Math.max(accepted, world.billed(at, index)));
      });
      return world.settle(at, 'close');
    case 'reopen':
      if (!order.closed) return;
      order.status = 'approved';
      order.closed = false;
      for (const one of order.lines) one.closedQuantity = 0;
      return world.settle(at, 'reopen');
    case 'amend': {
      if (order.status !== 'approved' || order.closed) return;
      const target = order.lines[line % order.lines.length]!;
      target.unitPrice = Math.round(target.unitPrice * (0.5 + share) * 10_000) / 10_000;
      target.quantity = Math.max(
        world.billed(at, line % order.lines.length),
        Math.ceil(target.quantity * (0.5 + share)),
      );
      return world.settle(at, 'amendment');
    }
    case 'bill': {
      const bills = world.orders[invoice.order]!;
      if (invoice.status !== 'draft' || bills.status !== 'approved') return;
      invoice.billed = bills.lines.map((one, index) =>
        Math.ceil(Math.max(0, one.quantity - one.closedQuantity - world.billed(invoice.order, index)) * share),
      );
      const lines = bills.lines.map(
        (one, index) => lineAmounts({ ...one, quantity: invoice.billed[index]! }, world.currency).total,
      );
      // An invoice total may differ from its lines, and exceed the order's price within tolerance.
      const printed = sum(lines).times(1 + (line - 2) / 100);
      invoice.total = roundMoney(printed, world.currency);
      invoice.status = 'approved';
      world.settle(invoice.order);
      return world.post(invoice.order, spending(invoice.total));
    }
    case 'void':
      if (invoice.status !== 'approved' || !invoice.paid.eq(0)) return;
      invoice.status = 'cancelled';
      world.post(invoice.order, reversal(invoice.total.minus(invoice.credited)));
      return world.settle(invoice.order);
    case 'creditLines': {
      if (invoice.status !== 'approved') return;
      const index = line % invoice.billed.length;
      const quantity = Math.floor(invoice.billed[index]! * share);
      const price = world.orders[invoice.order]!.lines[index]!;
      const left = invoice.total.minus(invoice.credited);
      const value = lineAmounts({ ...price, quantity }, world.currency).total;
      const amount = value.gt(left) ? left : value;
      invoice.billed[index]! -= quantity;
      invoice.credited = invoice.credited.plus(amount);
      world.post(invoice.order, reversal(amount));
      return world.settle(invoice.order);
    }
    case 'creditMoney': {
      if (invoice.status !== 'approved') return;
      const amount = portion(invoice.total.minus(invoice.credited));
      invoice.credited = invoice.credited.plus(amount);
      return world.post(invoice.order, reversal(amount));
    }
    case 'pay': {
      if (invoice.status !== 'approved') return;
      // Negative is a refund, if more was paid than is owed.
      const amount = portion(invoice.total.minus(invoice.credited).minus(invoice.paid));
      invoice.paid = invoice.paid.plus(amount);
      return world.post(invoice.order, payment(amount));
    }
  }
}

function check(world: World): void {
  const { reserved, committed, spent, paid } = world.amounts;
  const approved = world.invoices.filter(({ status }) => status === 'approved');
  const waiting = world.orders.filter(({ status }) => status === 'pending_approval');
  expect(reserved.toFixed()).toBe(sum(waiting.map((order) => world.total(order))).toFixed());
  expect(committed.toFixed()).toBe(sum(world.orders.map((_, index) => world.binds(index))).toFixed());
  expect(spent.toFixed()).toBe(sum(approved.map((invoice) => invoice.total.minus(invoice.credited))).toFixed());
  expect(paid.toFixed()).toBe(sum(approved.map((invoice) => invoice.paid)).toFixed());

  const parts = breakdown(world.amounts);
  const whole = parts.approvedUninvoiced.plus(parts.invoicedPendingPayment).plus(parts.paid);
  expect(whole.toFixed()).toBe(committed.plus(spent).toFixed());
  expect([reserved, committed, spent].every((amount) => amount.gte(0))).toBe(true);
}

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 40 }),
  closedQuantity: fc.constant(0),
  unitPrice: fc.integer({ min: 0, max: 5_000_000 }).map((price) => price / 10_000),
  vatRate: fc.constantFrom(0, 5, 15, 7.25),
});
const worlds = fc.record({
  currency: fc.constantFrom('SAR', 'KWD', 'JPY'),
  orders: fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 5 }),
  operations: fc.array(
    fc.record({
      verb: fc.constantFrom(...VERBS),
      order: fc.nat(4),
      invoice: fc.nat(7),
      line: fc.nat(4),
      share: fc.constantFrom(0.1, 0.25, 0.5, 0.9, 1),
    }),
    { minLength: 200, maxLength: 200 },
  ),
});

/** This seed is known to reach every action; another seed may miss a rare one. */
const SEED = 1;

describe('any sequence of 200 operations over 5 orders and 8 invoices', () => {
  /** @returns the actions that posted */
  const hold = (parameters: fc.Parameters<unknown>): ReadonlySet<string> => {
    const performed = new Set<string>();
    fc.assert(
      fc.property(worlds, ({ currency, orders, operations }) => {
        const world = new World(
          currency,
          orders.map((lines) => ({ status: 'draft', closed: false, lines: lines.map((one) => ({ ...one })) })),
          Array.from({ length: 8 }, (_, index) => ({
            order: index % 5,
            status: 'draft',
            billed: [],
            total: ZERO,
            credited: ZERO,
            paid: ZERO,
          })),
        );
        for (const operation of operations) {
          const entries = world.ledger.length;
          perform(world, operation);
          if (world.ledger.length === entries) continue;
          performed.add(operation.verb);
          check(world);
        }
        check(world);
        expect(
          world.amounts.committed
            .times(`1e${minorUnits(currency)}`)
            .mod(decimal(1))
            .toFixed(),
        ).toBe('0');
      }),
      parameters,
    );
    return performed;
  };

  it('keeps committed + spent equal to breakdown, ledger and documents, and never below zero', () => {
    hold({ numRuns: 15 });
  });

  it('covers every action that posts', () => {
    expect([...hold({ seed: SEED, numRuns: 15 })].sort()).toEqual(VERBS.filter((verb) => verb !== 'revise').sort());
  });
});
