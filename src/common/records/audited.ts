import { isDeepStrictEqual } from 'node:util';
import { toNumber } from '../money';
import { apiName } from './changes';

/** A value that was one thing and is another now; null for what was not there. */
export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields of a record under the API's names, as they stood at one time. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** A field of a record: its property, or what the API makes of several. */
type Reader<T> = (keyof T & string) | ((record: Partial<T>) => unknown);

/**
 * Which fields of a kind of record the audit log keeps, under the API's names, and how. What it leaves out is derived from
 * other records, or is no business of anybody who reads the log.
 */
export class Audited<T extends object> {
  /** By their API names, as a list: a document of 1,000 lines needs it a thousand times. */
  private readonly readers: readonly (readonly [name: string, read: Reader<T>])[];

  constructor(
    fields: Readonly<Record<string, Reader<T>>>,
    private readonly masks: Readonly<Record<string, (value: unknown) => unknown>> = {},
  ) {
    this.readers = Object.entries(fields);
  }

  /** The record's fields as the API shows them, unmasked; what it does not hold is null. */
  snapshot(record: Partial<T>): Snapshot {
    const snapshot: Record<string, unknown> = {};
    for (const [name, read] of this.readers) {
      snapshot[name] = shown(typeof read === 'function' ? read(record) : record[read]);
    }
    return snapshot;
  }

  /** What differs, from what to what. Compared before it is masked: another account with the same end is a change. */
  changes(before: Snapshot, after: Snapshot): Record<string, Change> {
    const changes: Record<string, Change> = {};
    for (const [name] of this.readers) {
      const [from, to] = [before[name] ?? null, after[name] ?? null];
      if (from === to || isDeepStrictEqual(from, to)) continue;
      changes[name] = { from: this.masked(name, from), to: this.masked(name, to) };
    }
    return changes;
  }

  /** All of it, masked. */
  whole(snapshot: Snapshot): Snapshot {
    const whole: Record<string, unknown> = {};
    for (const [name] of this.readers) whole[name] = this.masked(name, snapshot[name]);
    return whole;
  }

  private masked(name: string, value: unknown): unknown {
    const given = value ?? null;
    const mask = this.masks[name];
    return given === null || !mask ? given : mask(given);
  }
}

/** The last four characters of a bank account, the others hidden; of a short one none. */
export function lastFour(value: unknown): string {
  const text = String(value);
  return text.length > 8 ? `****${text.slice(-4)}` : '****';
}

/** Says of a secret only that there is one. */
export function hidden(): string {
  return '********';
}

/** Members under the API's names, with figures and instants as the API writes them. */
export function underApiNames(members: object): Snapshot {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [apiName(name), shown(value)]));
}

/** An amount and an instant as the API writes them; anything else as it is. */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null && 'toFixed' in value) return toNumber(value as never);
  return value;
}
