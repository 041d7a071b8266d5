import { isDeepStrictEqual } from 'node:util';
import type { Loose } from '../client';

/** A record as its audit entries make it: its fields, and its parts by list and id. */
export interface Replayed {
  readonly fields: Map<string, unknown>;
  readonly parts: Map<string, Map<number, Map<string, unknown>>>;
  /** Where an entry's `from` is not what the entries before it made: there is none. */
  readonly breaks: string[];
}

/**
 * Applies entries, oldest first, to nothing, or to what a record begins with.
 * @param derived fields that other records' entries make: what these entries say of them is passed over
 */
export function replay(entries: readonly Loose[], initial: object = {}, derived: Shape['derived'] = {}): Replayed {
  const record: Replayed = { fields: new Map(Object.entries(initial)), parts: new Map(), breaks: [] };
  for (const { id, action, changes } of entries) {
    for (const [name, change] of Object.entries<Loose>((changes ?? {}) as object)) {
      if (name in derived) continue;
      const at = `entry ${id} (${action}), ${name}`;
      if (isChange(change)) apply(record, record.fields, name, change, at);
      else
        for (const [part, changed] of Object.entries<Loose>(change)) applyPart(record, name, Number(part), changed, at);
    }
  }
  return record;
}

function applyPart(record: Replayed, list: string, id: number, change: Loose, at: string): void {
  const parts = record.parts.get(list) ?? new Map<number, Map<string, unknown>>();
  record.parts.set(list, parts);
  const there = parts.get(id);
  if (!isChange(change)) {
    if (!there) record.breaks.push(`${at} ${id}: not there`);
    const fields = there ?? new Map<string, unknown>();
    parts.set(id, fields);
    for (const [name, one] of Object.entries<Loose>(change)) apply(record, fields, name, one, `${at} ${id}`);
    return;
  }
  const stood = there ? Object.fromEntries(there) : null;
  if (!isDeepStrictEqual(stood, change.from))
    record.breaks.push(`${at} ${id}: ${JSON.stringify([stood, change.from])}`);
  if (change.to === null) parts.delete(id);
  else parts.set(id, new Map(Object.entries(change.to as object)));
}

function apply(record: Replayed, fields: Map<string, unknown>, name: string, change: Loose, at: string): void {
  const stood = fields.get(name) ?? null;
  if (!isDeepStrictEqual(stood, change.from))
    record.breaks.push(`${at} ${name}: ${JSON.stringify([stood, change.from])}`);
  fields.set(name, change.to);
}

/** `{from, to}` and nothing else; anything else is by ids. */
function isChange(value: Loose): boolean {
  return isDeepStrictEqual(Object.keys(value as object).sort(), ['from', 'to']);
}

/** How a record's answer stands to what its entries make. */
export interface Shape {
  /** Fields of the answer that entries have under another name, and what they have of it: `vendor` is `vendor_id`. */
  readonly named?: Readonly<Record<string, readonly [string, (value: Loose, record: Loose) => unknown]>>;
  /** Lists of the answer whose members entries have by their id, under this name. */
  readonly parts?: Readonly<Record<string, readonly [string, Shape]>>;
  /** Fields that entries show masked: there in both, or in neither. */
  readonly masked?: readonly string[];
  /** Fields that entries leave out, and why. */
  readonly derived: Readonly<Record<string, string>>;
}

/** Nothing, and metadata without keys, are null in entries. */
function none(value: unknown): unknown {
  return isDeepStrictEqual(value, {}) ? null : (value ?? null);
}

/** Every field of the answer that neither follows from the entries nor is excused, with both values. */
export function differences(answer: Loose, record: Pick<Replayed, 'fields' | 'parts'>, shape: Shape): string[] {
  const found: string[] = [];
  for (const [field, value] of Object.entries<Loose>(answer as object)) {
    if (field === 'id' || field in shape.derived) continue;
    const part = shape.parts?.[field];
    if (part) {
      found.push(...differencesOfParts(field, value as Loose[], record.parts.get(part[0]), part[1]));
      continue;
    }
    const [name, read] = shape.named?.[field] ?? [field, (same: Loose): unknown => same];
    const [shown, kept] = [none(read(value, answer)), none(record.fields.get(name))];
    const masked = shape.masked?.includes(field) === true;
    const agree = masked ? (shown === null) === (kept === null) : isDeepStrictEqual(shown, kept);
    if (!agree) found.push(`${field}: ${JSON.stringify([shown, kept])}`);
  }
  return found;
}

function differencesOfParts(
  field: string,
  members: readonly Loose[],
  parts: ReadonlyMap<number, Map<string, unknown>> = new Map<number, Map<string, unknown>>(),
  shape: Shape,
): string[] {
  const shown = members.map(({ id }) => Number(id)).sort((a, b) => a - b);
  const kept = [...parts.keys()].sort((a, b) => a - b);
  if (!isDeepStrictEqual(shown, kept)) return [`${field}: ${JSON.stringify([shown, kept])}`];
  return members.flatMap((member) => {
    const fields = parts.get(Number(member.id)) ?? new Map<string, unknown>();
    return differences(member, { fields, parts: new Map() }, shape).map((each) => `${field} ${member.id}: ${each}`);
  });
}
