import { type Decimal, decimal, lineAmounts, ZERO } from '../../../../common/money';
import { lineCommitment } from '../../../purchase-orders/domain/progress';
import { available, breakdown, type BudgetAmounts, NO_AMOUNTS, plus, shownUtilization } from './amounts';
import {
  adjustment,
  carrying,
  commitment,
  netChange,
  payment,
  type Posting,
  release,
  reservation,
  spending,
  reversal,
} from './postings';

/** A budget of 100,000.00 and one line of one order. */
class Story {
  amounts: BudgetAmounts = NO_AMOUNTS;
  readonly ledger: Posting[] = [];
  private bound = ZERO;

  post(postings: readonly Posting[]): this {
    this.ledger.push(...postings);
    this.amounts = plus(this.amounts, netChange(postings));
    return this;
  }

  settle(
    line: { quantity: number; unitPrice: number; vatRate: number; billed: number },
    cause: 'amendment' | 'fulfilment' = 'fulfilment',
  ): this {
    const to = lineCommitment({ ...line, closedQuantity: 0 }, 'SAR');
    const postings = adjustment(this.bound, to, cause);
    this.bound = to;
    return this.post(postings);
  }

  approve(total: number): this {
    this.bound = decimal(total);
    return this.post(reservation(decimal(total))).post(commitment(decimal(total), decimal(total)));
  }

  get row(): string[] {
    const { reserved, committed, spent } = this.amounts;
    const parts = breakdown(this.amounts);
    const sum = parts.approvedUninvoiced.plus(parts.invoicedPendingPayment).plus(parts.paid);
    expect(sum.toFixed()).toBe(committed.plus(spent).toFixed());
    return [reserved, committed, spent, parts.invoicedPendingPayment, parts.paid].map((amount) => amount.toFixed(2));
  }
}

const amount = (text: string | number): Decimal => decimal(text);

describe('postings', () => {
  it('have the type of their action', () => {
    const types = (postings: readonly Posting[]) => postings.map(({ type }) => type);
    const fifty = amount(50);
    expect(types(reservation(fifty))).toEqual(['reserve']);
    expect(types(release(fifty))).toEqual(['release']);
    expect(types(commitment(fifty, fifty))).toEqual(['release', 'commit']);
    expect(types(adjustment(fifty, amount(60), 'amendment'))).toEqual(['amend']);
    expect(types(adjustment(fifty, amount(40), 'fulfilment'))).toEqual(['relieve']);
    expect(types(adjustment(fifty, amount(60), 'fulfilment'))).toEqual(['commit']);
    expect(types(spending(fifty))).toEqual(['spend']);
    expect(types(reversal(fifty))).toEqual(['credit']);
    expect(types(payment(fifty))).toEqual(['pay']);
  });

  it('reserve at submit and release on the way back', () => {
    expect(new Story().post(reservation(amount(50))).row).toEqual(['50.00', '0.00', '0.00', '0.00', '0.00']);
    expect(new Story().post(reservation(amount(50))).post(release(amount(50))).row).toEqual([
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  it('release and commit at the last approval', () => {
    expect(commitment(amount(50), amount(50)).map(({ type }) => type)).toEqual(['release', 'commit']);
  });

  it.each([
    ['amendment', '10', '8', 'amend'],
    ['amendment', '8', '10', 'amend'],
    ['fulfilment', '10', '8', 'relieve'],
    ['fulfilment', '8', '10', 'commit'],
    ['cancel', '10', '0', 'relieve'],
    ['close', '10', '0', 'relieve'],
    ['reopen', '0', '10', 'commit'],
  ] as const)('for %s from %s to %s have the type %s', (cause, from, to, type) => {
    expect(adjustment(amount(from), amount(to), cause)).toEqual([
      { type, change: { ...NO_AMOUNTS, committed: amount(to).minus(from) } },
    ]);
  });

  it('are omitted when nothing changes', () => {
    expect([
      adjustment(amount(5), amount('5.00'), 'fulfilment'),
      spending(ZERO),
      reversal(ZERO),
      payment(ZERO),
      release(ZERO),
    ]).toEqual([[], [], [], [], []]);
  });
});

// All figures below were computed by hand.
describe('amounts over the life of a document', () => {
  it('follow an order of 34,500 from its submit to its last, cheaper invoice', () => {
    const line = { quantity: 300, unitPrice: 100, vatRate: 15 };
    const story = new Story().post(reservation(amount(34500)));
    expect(story.row).toEqual(['34500.00', '0.00', '0.00', '0.00', '0.00']);

    const approved = new Story().approve(34500);
    expect(approved.row).toEqual(['0.00', '34500.00', '0.00', '0.00', '0.00']);
    expect(shownUtilization(amount(100000), approved.amounts).toFixed(2)).toBe('34.50');

    approved.settle({ ...line, billed: 100 }).post(spending(amount(11500)));
    expect(approved.row).toEqual(['0.00', '23000.00', '11500.00', '11500.00', '0.00']);

    approved.post(payment(amount(11500)));
    expect(approved.row).toEqual(['0.00', '23000.00', '11500.00', '0.00', '11500.00']);

    approved.settle({ ...line, billed: 300 }).post(spending(amount(22770)));
    expect(approved.row).toEqual(['0.00', '0.00', '34270.00', '22770.00', '11500.00']);
    expect(available(amount(100000), approved.amounts).toFixed(2)).toBe('65730.00');
    expect(shownUtilization(amount(100000), approved.amounts).toFixed(2)).toBe('34.27');
  });

  // 10 at 100.00 + 15 % = 1,150. Half billed: 575 spent, 575 committed. At 80.00 the open five commit 400 + 60 = 460.
  it('follow an order that is amended to a lower price while half billed', () => {
    const story = new Story().approve(1150);
    story.settle({ quantity: 10, unitPrice: 100, vatRate: 15, billed: 5 }).post(spending(amount(575)));
    expect(story.row).toEqual(['0.00', '575.00', '575.00', '575.00', '0.00']);

    story.settle({ quantity: 10, unitPrice: 80, vatRate: 15, billed: 5 }, 'amendment');
    expect(story.row).toEqual(['0.00', '460.00', '575.00', '575.00', '0.00']);
    expect(story.ledger.at(-1)).toMatchObject({ type: 'amend', change: { committed: amount(-115) } });
  });

  // Three lines of 1 x 10.10 at 15 %: 3 x 11.62 = 34.86 committed; the invoice total is 34.85.
  it('follow an invoice whose total differs by 0.01 from its lines', () => {
    const bound = lineAmounts({ quantity: 1, unitPrice: 10.1, vatRate: 15 }, 'SAR').total.times(3);
    expect(bound.toFixed(2)).toBe('34.86');
    const story = new Story().approve(34.86);
    story.post(adjustment(bound, ZERO, 'fulfilment')).post(spending(amount('34.85')));
    expect(story.row).toEqual(['0.00', '0.00', '34.85', '34.85', '0.00']);

    // A full credit removes the rest, and the lines are committed again.
    story.post(reversal(amount('34.85'))).post(adjustment(ZERO, bound, 'fulfilment'));
    expect(story.row).toEqual(['0.00', '34.86', '0.00', '0.00', '0.00']);
  });

  // 1,150 invoiced and paid. Two of ten are returned: 230 is credited and owed until it is refunded.
  it('follow a line credit after payment', () => {
    const line = { quantity: 10, unitPrice: 100, vatRate: 15 };
    const story = new Story()
      .approve(1150)
      .settle({ ...line, billed: 10 })
      .post(spending(amount(1150)));
    story.post(payment(amount(1150)));
    expect(story.row).toEqual(['0.00', '0.00', '1150.00', '0.00', '1150.00']);

    story.post(reversal(amount(230))).settle({ ...line, billed: 8 });
    expect(story.row).toEqual(['0.00', '230.00', '920.00', '-230.00', '1150.00']);

    story.post(payment(amount(-230)));
    expect(story.row).toEqual(['0.00', '230.00', '920.00', '0.00', '920.00']);
  });

  // 1,000 ordered at 1.00 = 1,000 committed. Invoiced at 1.05, within a tolerance of 5 %: 1,050 spent.
  it('follow an invoice above its commitment, within tolerance', () => {
    const story = new Story().approve(1000);
    story.settle({ quantity: 1000, unitPrice: 1, vatRate: 0, billed: 1000 }).post(spending(amount(1050)));
    expect(story.row).toEqual(['0.00', '0.00', '1050.00', '1050.00', '0.00']);
  });
});

describe('a carry-forward', () => {
  const amount = (value: number): Decimal => decimal(value);

  it.each([
    ['a commitment', 0, 115],
    ['a reservation', 230, 0],
    ['both', 1, 2],
  ])('of %s moves the same amount between budgets and no spent amount', (_, reserved, committed) => {
    const { leaving, entering } = carrying({ reserved: amount(reserved), committed: amount(committed) });
    expect(leaving).toEqual([
      { type: 'carry', change: { ...NO_AMOUNTS, reserved: amount(-reserved), committed: amount(-committed) } },
    ]);
    expect(entering).toEqual([
      { type: 'carry', change: { ...NO_AMOUNTS, reserved: amount(reserved), committed: amount(committed) } },
    ]);
    expect(netChange([...leaving, ...entering])).toEqual(NO_AMOUNTS);
  });

  it('of nothing makes no movement', () => {
    expect(carrying({ reserved: ZERO, committed: ZERO })).toEqual({ leaving: [], entering: [] });
  });
});
