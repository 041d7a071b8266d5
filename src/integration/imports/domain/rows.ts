import type { MessageKey, MessageParams } from '../../../messages';
import { MAX_ROWS } from './import';

export interface Row {
  /** Line of the file where the row begins, from 1. */
  readonly line: number;
  /** For CSV. */
  readonly cells?: readonly string[];
  /** For NDJSON: an unparsed line in UTF-8. */
  readonly text?: Buffer;
  /** Byte offset after the row, and the number of lines before it. */
  readonly end: number;
  readonly endLine: number;
}

/** Where reading a file starts. */
export interface Start {
  readonly position: number;
  /** Lines before `position`. */
  readonly line: number;
}

/** The file is invalid. Nothing is imported from it. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';

  constructor(
    readonly key: MessageKey,
    readonly params: MessageParams = {},
  ) {
    super(key);
  }
}

/** Maximum blank lines of a file. */
export const MAX_BLANK_LINES = MAX_ROWS;
