import type { MessageKey, MessageParams } from '../../../messages';
import { MAX_ROWS } from './import';

/** A row of a file, and where the file goes on after it. */
export interface Row {
  /** Of the file, from 1: where the row begins. */
  readonly line: number;
  /** Of a CSV file. */
  readonly cells?: readonly string[];
  /** A line of an NDJSON file, in UTF-8, not parsed. */
  readonly text?: Buffer;
  /** The byte after the row, and the lines before that. */
  readonly end: number;
  readonly endLine: number;
}

/** From where a file is read. */
export interface Start {
  readonly position: number;
  /** Lines before `position`. */
  readonly line: number;
}

/** The file is not what it should be from here on: none of it is imported. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';

  constructor(
    readonly key: MessageKey,
    readonly params: MessageParams = {},
  ) {
    super(key);
  }
}

/** Most blank lines of a file: as many as it may have rows. */
export const MAX_BLANK_LINES = MAX_ROWS;
