/** How an import reads its file, beyond what the file says itself. Stored with the import. */
export interface Reading {
  /** Columns that the caller excludes: they are not read, whatever they hold. */
  readonly ignoreColumns: readonly string[];
  /** Whether a row may change a record again that an earlier row of the file has created or changed. */
  readonly allowRepeatedIds: boolean;
}

/** A file means exactly what it says. */
export const PLAIN_READING: Reading = { ignoreColumns: [], allowRepeatedIds: false };
