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
  constructor(
    private readonly fields: Readonly<Record<string, Reader<T>>>,
    private readonly masks: Readonly<Record<string, (value: unknown) => unknown>> = {},
  ) {}

  /** The record's fields as the API shows them, unmasked; what it does not hold is null. */
  snapshot(record: Partial<T>): Snapshot {
    const entries = Object.entries(this.fields).map(([name, read]) => {
      return [name, shown(typeof read === 'function' ? read(record) : record[read])] as const;
    });
    return Object.fromEntries(entries);
  }

  /** What differs, from what to what. Compared before it is masked: another account with the same end is a change. */
  changes(before: Snapshot, after: Snapshot): Record<string, Change> {
    const names = Object.keys(this.fields).filter(
      (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
    );
    return Object.fromEntries(
      names.map((name) => [name, { from: this.masked(name, before[name]), to: this.masked(name, after[name]) }]),
    );
  }

  /** All of it, masked. */
  whole(snapshot: Snapshot): Snapshot {
    return Object.fromEntries(Object.keys(this.fields).map((name) => [name, this.masked(name, snapshot[name])]));
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
