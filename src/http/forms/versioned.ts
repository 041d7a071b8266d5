const VERSION = Symbol('version');

/** An answer that says which version of its record it shows. JSON does not show the mark; spreading the answer keeps it. */
interface Versioned {
  [VERSION]?: string;
}

/**
 * Marks what a presenter has just made with the version of its record, so that the answer carries an `ETag`. A page of
 * marked records carries none. The object itself is marked: V8 knows nothing of the shape of a copy, at every answer anew.
 * @param version the record's `version` column; for a record without one, a text that changes with it
 */
export function versioned<T extends object>(answer: T, version: number | string): T {
  (answer as Versioned)[VERSION] = String(version);
  return answer;
}

/** The version an answer was marked with. */
export function versionOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null ? (answer as Versioned)[VERSION] : undefined;
}
