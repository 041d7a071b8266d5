import { isDeepStrictEqual } from 'node:util';

/** The members of `wanted` that are given and differ from what is there, compared by value. */
export function changesOf<T extends object>(present: T, wanted: Partial<T>): Partial<T> {
  const entries = Object.entries(wanted) as [keyof T, T[keyof T] | undefined][];
  const changed = entries.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, present[name]));
  return Object.fromEntries(changed) as Partial<T>;
}

/** `bankAccount` as the API names it: `bank_account`. */
export function apiName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Each changed member from what to what, under its API name: how the audit log keeps a change. */
export function fromTo<T extends object>(
  present: T,
  changed: Partial<T>,
): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(changed) as (keyof T & string)[];
  return Object.fromEntries(names.map((name) => [apiName(name), { from: present[name] ?? null, to: changed[name] }]));
}
