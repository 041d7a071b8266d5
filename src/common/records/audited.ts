import { isDeepStrictEqual } from 'node:util';
import { toNumber } from '../money';
import { apiName } from './changes';

/** The old and the new value; null if there is none. */
export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields of a record by API name, at one time. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** A field of a record: its property, or a function of several. */
type Reader<T> = (keyof T & string) | ((record: Partial<T>) => unknown);

/**
 * The audited fields of a record type, by API name, with their masks. Other fields are derived from other records or
 * must not be visible in the log.
 */
export class Audited<T extends object> {
  /** As a list, because a document of 1,000 lines uses it a thousand times. */
  private readonly readers: readonly (readonly [name: string, read: Reader<T>])[];
  private readonly isMasked: boolean;

  constructor(
    fields: Readonly<Record<string, Reader<T>>>,
    private readonly masks: Readonly<Record<string, (value: unknown) => unknown>> = {},
  ) {
    this.readers = Object.entries(fields);
    this.isMasked = Object.keys(masks).length > 0;
  }

  /** The record's fields with API names and values, unmasked; null for missing values. */
  snapshot(record: Partial<T>): Snapshot {
    const snapshot: Record<string, unknown> = {};
    for (const [name, read] of this.readers) {
      snapshot[name] = shown(typeof read === 'function' ? read(record) : record[read]);
    }
    return snapshot;
  }

  /** The differing fields. Compared before masking, because two accounts may end in the same characters. */
  changes(before: Snapshot, after: Snapshot): Record<string, Change> {
    const changes: Record<string, Change> = {};
    for (const [name] of this.readers) {
      const [from, to] = [before[name] ?? null, after[name] ?? null];
      if (from === to || isDeepStrictEqual(from, to)) continue;
      changes[name] = { from: this.masked(name, from), to: this.masked(name, to) };
    }
    return changes;
  }

  /** All fields, masked. */
  whole(snapshot: Snapshot): Snapshot {
    if (!this.isMasked) return snapshot;
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

/** Masks a bank account except for its last four characters; a short one entirely. */
export function lastFour(value: unknown): string {
  const text = String(value);
  return text.length > 8 ? `****${text.slice(-4)}` : '****';
}

export function hidden(): string {
  return '********';
}

/** Members with API names, and numbers and timestamps in API format. */
export function underApiNames(members: object): Snapshot {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [apiName(name), shown(value)]));
}

/** Converts amounts and timestamps to API format; other values are unchanged. */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null && 'toFixed' in value) return toNumber(value as never);
  return value;
}
