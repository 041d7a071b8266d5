import type { Message } from '../../../common/errors';
import type { Body } from './kind';

/** Why a record is refused before its fields are read, and where its file says so. */
export interface RowFault {
  readonly line: number;
  /** Null for the row as a whole. */
  readonly field: string | null;
  readonly text: Message;
}

/** A record of a file: a row, or the rows of a document's lines. */
export interface FileRecord {
  /** Where it begins, and the line of the file of each of its rows. */
  readonly line: number;
  readonly lines: readonly number[];
  readonly externalId: string | null;
  /** Undefined where it is refused before its fields are read; `fault` says why. */
  readonly body?: Body;
  readonly fault?: RowFault;
  readonly end: number;
  readonly endLine: number;
}
