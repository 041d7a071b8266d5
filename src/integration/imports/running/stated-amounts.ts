import { type FieldMessages, invalid, type Message } from '../../../common/errors';
import { decimal } from '../../../common/money';
import type { Amounts, Body, ImportKind } from '../kinds/kind';
import { isBody } from '../kinds/object-fields';

/** Amounts that a file states and the service computes, by their path in the request: `total_amount`, `items.0.total`. */
export type StatedAmounts = ReadonlyMap<string, number>;

/**
 * Separates the amounts that the service computes from what a request may say.
 * @throws DomainError VALIDATION_ERROR on each that is not a number
 */
export function withoutAmounts(kind: ImportKind, body: Body): { readonly body: Body; readonly stated: StatedAmounts } {
  const stated = new Map<string, number>();
  const faults: Record<string, readonly Message[]> = {};
  const take = (from: Body, names: readonly string[], path: string): Body => {
    for (const name of names) {
      const value = from[name];
      if (typeof value === 'number') stated.set(path + name, value);
      else if (value !== undefined && value !== null) faults[path + name] = [{ key: 'validation.number' }];
    }
    return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
  };
  const record = take(body, kind.computed ?? [], '');
  const { field, computed = [] } = kind.lines ?? { field: '' };
  const inside = body[field];
  const lines =
    Array.isArray(inside) &&
    inside.map((line: unknown, index) => (isBody(line) ? take(line, computed, `${field}.${index}.`) : line));
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return { body: lines ? { ...record, [field]: lines } : record, stated };
}

/**
 * Compares the amounts that a file states with those of the record.
 * @throws DomainError VALIDATION_ERROR on each that differs
 */
export function requireStated(kind: ImportKind, stated: StatedAmounts, { record, lines }: Amounts): void {
  const faults: Record<string, FieldMessages[string]> = {};
  const field = kind.lines?.field ?? '';
  const computed = new Map(Object.entries(record));
  for (const [index, line] of lines.entries()) {
    for (const [name, amount] of Object.entries(line)) computed.set(`${field}.${index}.${name}`, amount);
  }
  for (const [path, value] of stated) {
    const amount = computed.get(path);
    if (amount !== undefined && decimal(value).eq(decimal(amount))) continue;
    faults[path] = [{ key: 'imports.amount_differs', params: { value, amount: amount ?? '' } }];
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
