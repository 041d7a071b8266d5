import { isDeepStrictEqual } from 'node:util';
import type { Loose } from '../client';

/** A record rebuilt from its audit entries: its fields, and its parts by list and id. */
export interface Replayed {
  readonly fields: Map<string, unknown>;
  readonly parts: Map<string, Map<number, Map<string, unknown>>>;
  /** Entries whose `from` differs from the state that the earlier entries produced. Must be empty. */
  readonly breaks: string[];
}

/**
 * Applies entries, oldest first, to an empty record or to `initial`.
 * @param derived fields that entries of other records determine; they are ignored here
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

/** True for `{from, to}` exactly. Other objects map ids to changes. */
function isChange(value: Loose): boolean {
  return isDeepStrictEqual(Object.keys(value as object).sort(), ['from', 'to']);
}

/** How the fields of a response correspond to the fields of the audit entries. */
export interface Shape {
  /** Fields that entries record under another name, with the value they record: `vendor` is `vendor_id`. */
  readonly named?: Readonly<Record<string, readonly [string, (value: Loose, record: Loose) => unknown]>>;
  /** Lists whose members entries record by id, under this name. */
  readonly parts?: Readonly<Record<string, readonly [string, Shape]>>;
  /** Fields that entries record masked: present in both, or absent from both. */
  readonly masked?: readonly string[];
  /** Fields that entries omit, with the reason. */
  readonly derived: Readonly<Record<string, string>>;
}

/** Null, undefined and metadata without keys are null in entries. */
function none(value: unknown): unknown {
  return isDeepStrictEqual(value, {}) ? null : (value ?? null);
}

/** Fields of the response that neither match the entries nor are excused, with both values. */
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
