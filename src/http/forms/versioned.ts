const VERSION = Symbol('version');

/** An answer marked with the version of the record it shows. JSON leaves the mark out; a spread copies it. */
interface Versioned {
  [VERSION]?: string;
}

/**
 * Marks an answer with the version of its record, so that it is sent with an `ETag`; a page of such answers has none.
 * Changes and returns the object itself: a copy would cost a hidden class for every answer.
 * @param version the record's `version` column; for a record without one, a text that changes with it
 */
export function versioned<T extends object>(answer: T, version: number | string): T {
  (answer as Versioned)[VERSION] = String(version);
  return answer;
}

/** The version an answer was marked with; undefined for one without. */
export function versionOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null ? (answer as Versioned)[VERSION] : undefined;
}
