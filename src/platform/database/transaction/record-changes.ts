import { Audited, type Change, type Snapshot } from '../../../common/records/audited';

/**
 * The kinds of records whose changes the audit log keeps, singular. Replaying the entries of a record of any of them
 * rebuilds it (`test/database/audit-replay.test.ts`, which has a part for each).
 */
export const AUDITED_TYPES = [
  'approval_workflow',
  'budget',
  'department',
  'goods_receipt',
  'invoice',
  'project',
  'purchase_order',
  'role',
  'settings',
  'tenant',
  'token',
  'user',
  'vendor',
  'webhook',
] as const;
export type AuditedType = (typeof AUDITED_TYPES)[number];

/** What an entry is about: a record, an import or an export as a whole, or requests that changed none (refusals, exports). */
export type AuditEntityType = AuditedType | 'export' | 'import' | 'request';

/** What changed of a part: field by field, or all of one that was added or removed. */
type PartChange = Record<string, Change> | { readonly from: Snapshot | null; readonly to: Snapshot | null };

/** What changed of a record: its fields, and its parts (lines, payments, ...) by their ids. */
export type Changes = Record<string, Change | Record<string, PartChange>>;

/** A part of a record that has an id of its own: `lines` 12 of an order. */
interface Part {
  readonly list: string;
  readonly id: number;
}

interface Noted {
  readonly part: Part | undefined;
  /** As it stood before what no entry tells of yet; null when it was not there. */
  before: Snapshot | null;
  /** As it stands now; null when it is not there. */
  after: Snapshot | null;
  readonly fields: Pick<Audited<object>, 'changes' | 'whole'>;
}

/**
 * What one transaction has changed of the records that the audit log keeps. The repositories note what they write, so that
 * no verb can forget it; the next audit entry of the record takes it. A change that no entry takes fails the transaction.
 */
export class RecordChanges {
  private readonly records = new Map<string, Map<string, Noted>>();

  /**
   * Notes a write of a record, or that it was read to be changed: then `before` and `after` are the same. What was noted
   * earlier in the transaction stands for `before`.
   * @param before null for a new record
   * @param after null for a deleted one
   */
  note<T extends object>(
    type: AuditedType,
    id: number | null,
    fields: Audited<T>,
    before: Partial<T> | null,
    after: Partial<T> | null,
    part?: Part,
  ): void {
    const key = keyOf(type, id);
    const ofRecord = this.records.get(key) ?? new Map<string, Noted>();
    this.records.set(key, ofRecord);
    const place = part ? `${part.list}/${part.id}` : '';
    const now = after && fields.snapshot(after);
    const noted = ofRecord.get(place);
    if (noted) noted.after = now;
    else ofRecord.set(place, { part, before: before && fields.snapshot(before), after: now, fields });
  }

  /** What an entry of this record is to say; undefined when nothing changed since the one before. */
  take(type: string, id: number | null): Changes | undefined {
    const changes = changesOf(this.records.get(keyOf(type, id)));
    for (const noted of this.records.get(keyOf(type, id))?.values() ?? []) noted.before = noted.after;
    return Object.keys(changes).length > 0 ? changes : undefined;
  }

  /** @throws Error naming a record that was changed without an audit entry, or after it */
  requireTold(): void {
    for (const [key, noted] of this.records) {
      const untold = Object.keys(changesOf(noted));
      if (untold.length > 0) throw new Error(`No audit entry tells that ${key} changed: ${untold.join(', ')}`);
    }
  }

  /** How it stands, to go back to with {@link restore} when a savepoint is rolled back. */
  copy(): ReadonlyMap<string, ReadonlyMap<string, Readonly<Noted>>> {
    return new Map([...this.records].map(([key, ofRecord]) => [key, copyOf(ofRecord)]));
  }

  restore(copy: ReturnType<RecordChanges['copy']>): void {
    this.records.clear();
    for (const [key, ofRecord] of copy) this.records.set(key, copyOf(ofRecord));
  }
}

function copyOf(ofRecord: ReadonlyMap<string, Readonly<Noted>>): Map<string, Noted> {
  return new Map([...ofRecord].map(([place, noted]) => [place, { ...noted }]));
}

function keyOf(type: string, id: number | null): string {
  return id === null ? type : `${type} ${id}`;
}

function changesOf(ofRecord: ReadonlyMap<string, Noted> = new Map<string, Noted>()): Changes {
  const changes: Changes = {};
  for (const noted of ofRecord.values()) {
    const { part, before, after, fields } = noted;
    // The last entry has taken it: there is nothing to compare.
    if (before === after) continue;
    if (part) addTo(changes, part, changeOfPart(noted));
    else Object.assign(changes, fields.changes(before ?? {}, after ?? {}));
  }
  return changes;
}

/** Of a part that is there before and after what differs, of another all of it; nothing of one that came and went. */
function changeOfPart({ before, after, fields }: Noted): PartChange {
  if (before && after) return fields.changes(before, after);
  if (!before && !after) return {};
  return { from: before && fields.whole(before), to: after && fields.whole(after) };
}

function addTo(changes: Changes, { list, id }: Part, change: PartChange): void {
  if (Object.keys(change).length === 0) return;
  // Added to the object that is there. A copy of it for each of 1,000 lines takes a fifth of a second in all.
  const parts = (changes[list] ??= {}) as Record<string, PartChange>;
  parts[id] = change;
}
