import { isDeepStrictEqual } from 'node:util';

/** The given members of `wanted` that differ from `present`, compared by value. */
export function changesOf<T extends object>(present: T, wanted: Partial<T>): Partial<T> {
  const entries = Object.entries(wanted) as [keyof T, T[keyof T] | undefined][];
  const changed = entries.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, present[name]));
  return Object.fromEntries(changed) as Partial<T>;
}

/** The API name of a property: `bankAccount` becomes `bank_account`. */
export function apiName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The old and new value of each changed member by API name, as the audit log stores them. */
export function fromTo<T extends object>(
  present: T,
  changed: Partial<T>,
): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(changed) as (keyof T & string)[];
  return Object.fromEntries(names.map((name) => [apiName(name), { from: present[name] ?? null, to: changed[name] }]));
}
