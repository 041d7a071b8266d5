import { beside, entryOf, inOrder, type RecordedEntry, type TrailEntry, typeOf } from './trail';

const AT = new Date('2026-03-01T10:00:00.000Z');
const recorded = (more: Partial<RecordedEntry>): RecordedEntry => ({
  type: 'purchase_order',
  number: 'PO-2026-000042',
  at: AT,
  user_id: 7,
  user_name: 'Sara',
  token_id: 3,
  token_name: 'ERP',
  request_id: 'r',
  action: 'created',
  entity_id: 42,
  details: null,
  ...more,
});
const later = (milliseconds: number): Date => new Date(AT.getTime() + milliseconds);

describe('the type of an entry', () => {
  it.each([
    ['purchase_order', 'created', null, 'created'],
    ['purchase_order', 'submitted', null, 'submitted'],
    ['purchase_order', 'step_approved', { step: 1 }, 'decision'],
    ['purchase_order', 'approved', { step: 2 }, 'decision'],
    ['invoice', 'rejected', { reason: 'x' }, 'decision'],
    ['purchase_order', 'withdrawn', null, 'withdrawn'],
    ['purchase_order', 'amendment_requested', null, 'amendment'],
    ['purchase_order', 'amendment_step_approved', { step: 1 }, 'decision'],
    ['purchase_order', 'amendment_rejected', { step: 1 }, 'decision'],
    ['purchase_order', 'amended', { step: 1 }, 'decision'],
    ['purchase_order', 'amended', { reason: 'Less' }, 'amendment'],
    ['purchase_order', 'amended', null, 'amendment'],
    ['purchase_order', 'amendment_cancelled', null, 'withdrawn'],
    ['purchase_order', 'amendment_withdrawn', null, 'withdrawn'],
    ['invoice', 'rematched', null, 'match'],
    ['budget', 'overridden', null, 'override'],
    ['invoice', 'payment_recorded', null, 'payment'],
    ['invoice', 'refund_recorded', null, 'payment'],
    ['invoice', 'payment_reversed', null, 'payment'],
    ['invoice', 'credited', null, 'credit_note'],
    ['invoice', 'credit_cancelled', null, 'credit_note'],
    ['goods_receipt', 'posted', null, 'receipt'],
    ['goods_receipt', 'cancelled', { changes: { status: {} } }, 'receipt'],
    ['goods_receipt', 'returned', null, 'return'],
    ['purchase_order', 'closed', { changes: { status: {} } }, 'status'],
    ['purchase_order', 'updated', { changes: { notes: {} } }, 'changed'],
    ['purchase_order', 'step_reassigned', null, 'changed'],
  ])('of %s %s %p is %s', (type, action, details, expected) => {
    expect(typeOf({ type, action, details })).toBe(expected);
  });
});

describe('an entry of a trail', () => {
  it('contains the details of the audit entry without its changes, and the outcome of a decision', () => {
    const details = { step: 1, comments: 'Fine', changes: { status: { from: 'a', to: 'b' } } };
    expect(entryOf(recorded({ action: 'step_approved', details }))).toEqual({
      type: 'decision',
      at: AT,
      action: 'step_approved',
      subject: { type: 'purchase_order', id: 42, number: 'PO-2026-000042' },
      actor: { id: 7, name: 'Sara' },
      token: { id: 3, name: 'ERP' },
      request_id: 'r',
      details: { outcome: 'approved', step: 1, comments: 'Fine' },
      changes: { status: { from: 'a', to: 'b' } },
    });
    expect(entryOf(recorded({ action: 'rejected' })).details).toEqual({ outcome: 'rejected' });
  });

  it('of the service itself has neither actor nor token', () => {
    const entry = entryOf(recorded({ user_id: null, token_id: null }));
    expect([entry.actor, entry.token, entry.details, entry.changes]).toEqual([null, null, {}, null]);
  });

  it('is sorted by time; entries of the same time stay in the given order', () => {
    const [first, second, third] = [1, 1, 2].map((at, id) => ({
      ...entryOf(recorded({ at: later(at) })),
      request_id: `${id}`,
    }));
    const given = [third, first, second] as TrailEntry[];
    expect(inOrder(given).map((each) => each.request_id)).toEqual(['0', '1', '2']);
  });
});

describe('a record outside the audit log', () => {
  const entry = (milliseconds: number, userId: number, requestId: string): TrailEntry =>
    entryOf(recorded({ at: later(milliseconds), user_id: userId, request_id: requestId, token_id: userId }));
  const entries = [entry(-900, 7, 'early'), entry(10, 8, 'other'), entry(400, 7, 'near'), entry(400, 7, 'as near')];

  it('gets token and request of the closest entry, of its user if known', () => {
    const near = { actor: { id: 7, name: 'Sara' }, token: { id: 7, name: 'ERP' }, request_id: 'near' };
    expect(beside(entries, AT, 7)).toEqual(near);
    expect(beside(entries, AT, undefined).request_id).toBe('other');
    expect(beside(entries, AT, null).request_id).toBe('other');
  });

  it('gets none if no entry is within a second', () => {
    expect(beside([entry(1_001, 7, 'late')], AT, 7)).toEqual({ actor: null, token: null, request_id: null });
    expect(beside([entry(1_000, 7, 'just')], AT, 7).request_id).toBe('just');
    expect(beside(entries, AT, 9)).toEqual({ actor: null, token: null, request_id: null });
  });
});
