import type { Message } from '../../../common/errors';
import type { Body } from './kind';

/** A reason to reject a record before its fields are validated, with its place in the file. */
export interface RowFault {
  readonly line: number;
  /** Null for the whole row. */
  readonly field: string | null;
  readonly text: Message;
}

/** A record of a file: one row, or all rows of a document. */
export interface FileRecord {
  /** Where it begins, and the line of each of its rows. */
  readonly line: number;
  readonly lines: readonly number[];
  readonly externalId: string | null;
  /** Undefined if `fault` rejects the record. */
  readonly body?: Body;
  readonly fault?: RowFault;
  readonly end: number;
  readonly endLine: number;
}
