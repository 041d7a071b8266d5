import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Audited } from '../../../common/records/audited';
import { RecordChanges } from './record-changes';

interface Order {
  readonly status: string;
  readonly notes?: string | null;
}
const ORDER = new Audited<Order>({ status: 'status', notes: 'notes' });
const LINE = new Audited<{ readonly quantity: number; readonly unit: string }>({ quantity: 'quantity', unit: 'unit' });

describe('the record changes of a transaction', () => {
  const line = (id: number) => ({ list: 'lines', id });

  it('go once into the next audit entry of the record', () => {
    const changed = new RecordChanges();
    changed.note('purchase_order', 7, ORDER, null, { status: 'draft' });
    changed.note('purchase_order', 7, LINE, null, { quantity: 1, unit: 'box' }, line(12));
    changed.note('vendor', 7, ORDER, null, { status: 'active' });
    expect(changed.take('purchase_order', 7)).toEqual({
      status: { from: null, to: 'draft' },
      lines: { 12: { from: null, to: { quantity: 1, unit: 'box' } } },
    });
    expect(changed.take('purchase_order', 7)).toBeUndefined();
    expect(changed.take('purchase_order', 8)).toBeUndefined();
  });

  it('are the differences from the state at the last audit entry', () => {
    const changed = new RecordChanges();
    changed.note('purchase_order', 7, ORDER, { status: 'draft' }, { status: 'draft' });
    expect(changed.take('purchase_order', 7)).toBeUndefined();
    changed.note('purchase_order', 7, ORDER, null, { status: 'pending' });
    changed.note('purchase_order', 7, ORDER, null, { status: 'approved' });
    expect(changed.take('purchase_order', 7)).toEqual({ status: { from: 'draft', to: 'approved' } });
    changed.note('purchase_order', 7, ORDER, null, { status: 'approved', notes: 'x' });
    expect(changed.take('purchase_order', 7)).toEqual({ notes: { from: null, to: 'x' } });
  });

  it('contain the differing fields of a changed part, and the whole part if it was added or removed', () => {
    const changed = new RecordChanges();
    changed.note('purchase_order', 7, LINE, { quantity: 1, unit: 'box' }, { quantity: 2, unit: 'box' }, line(1));
    changed.note('purchase_order', 7, LINE, { quantity: 3, unit: 'box' }, null, line(2));
    changed.note('purchase_order', 7, LINE, null, { quantity: 4, unit: 'box' }, line(3));
    changed.note('purchase_order', 7, LINE, null, null, line(3));
    changed.note('purchase_order', 7, LINE, { quantity: 5, unit: 'box' }, { quantity: 5, unit: 'box' }, line(4));
    expect(changed.take('purchase_order', 7)).toEqual({
      lines: { 1: { quantity: { from: 1, to: 2 } }, 2: { from: { quantity: 3, unit: 'box' }, to: null } },
    });
  });

  it('must be audited before the commit', () => {
    const changed = new RecordChanges();
    changed.note('purchase_order', 7, ORDER, { status: 'draft' }, { status: 'draft' });
    changed.note('tenant', null, ORDER, { status: 'active' }, { status: 'active' });
    expect(() => changed.requireAudited()).not.toThrow();
    changed.note('tenant', null, ORDER, null, { status: 'suspended' });
    expect(() => changed.requireAudited()).toThrow('No audit entry describes the change of tenant: status');
    changed.take('tenant', null);
    changed.note('purchase_order', 7, ORDER, null, { status: 'pending' });
    expect(() => changed.requireAudited()).toThrow('No audit entry describes the change of purchase_order 7: status');
  });

  it('are restored on a rollback to a savepoint', () => {
    const changed = new RecordChanges();
    changed.note('purchase_order', 7, ORDER, { status: 'draft' }, { status: 'draft' });
    const copy = changed.copy();
    changed.note('purchase_order', 7, ORDER, null, { status: 'pending' });
    changed.note('purchase_order', 8, ORDER, null, { status: 'draft' });
    changed.restore(copy);
    expect(() => changed.requireAudited()).not.toThrow();
    changed.note('purchase_order', 7, ORDER, null, { status: 'approved' });
    expect(changed.take('purchase_order', 7)).toEqual({ status: { from: 'draft', to: 'approved' } });
  });

  it('do not copy a list of parts for each part', async () => {
    const changed = new RecordChanges();
    for (let id = 1_000_001; id <= 1_004_000; id += 1) {
      changed.note('purchase_order', 7, LINE, null, { quantity: id, unit: 'box' }, line(id));
    }
    let collections = 0;
    const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
    await nextTurn();
    observer.observe({ entryTypes: ['gc'] });
    const changes = changed.take('purchase_order', 7);
    await nextTurn();
    await nextTurn();
    observer.disconnect();
    expect(Object.keys(changes?.['lines'] ?? {})).toHaveLength(4_000);
    // A copy for each part would create 8,000,000 entries and cause some 100 garbage collections.
    expect(collections).toBeLessThan(20);
  });
});
