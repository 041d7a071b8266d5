import type { Message } from '../../common/errors';
import type { MessageKey, MessageParams } from '../../common/messages';

/** A row of a file, and where the file goes on after it. */
export interface Row {
  /** Of the file, from 1: where the row begins. */
  readonly line: number;
  /** A CSV row's cells; the object of an NDJSON line; undefined where the line is no JSON object, or holds too much. */
  readonly cells?: readonly string[];
  readonly object?: Readonly<Record<string, unknown>>;
  /** What an NDJSON line holds too much of. */
  readonly tooMuch?: Message;
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

/** Largest row, in bytes: a quote that never closes must not gather the whole file in memory. */
export const MAX_ROW_BYTES = 1024 * 1024;
