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
