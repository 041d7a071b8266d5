import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import type { Transaction } from '../../../platform/database';
import type { RequestType } from '../../../platform/validation';
import type { StoredDocument } from '../domain/resent';
import type { Reference } from './references.sql';

/** How a cell of a CSV file is read: a JSON cell holds what an NDJSON line would have there. */
export const CELL_TYPES = ['text', 'number', 'day', 'boolean', 'json'] as const;
export type CellType = (typeof CELL_TYPES)[number];
export type Columns = Readonly<Record<string, CellType>>;

/** What a request to create or change a record says, by the names of Form A. */
export type Body = Readonly<Record<string, unknown>>;

/** What an import was asked to do beside creating and changing. */
export interface ImportOptions {
  /** Of orders and invoices: approves them, by an override in the audit log. */
  readonly approve: boolean;
  /** Of users: sends invitations, also to the new address of one who is still invited. */
  readonly invite: boolean;
  /** What an approval says. */
  readonly comments: string;
}

/** Amounts that the service computes of a record and its lines, by their names in Form A. */
export interface Amounts {
  readonly record: Readonly<Record<string, number>>;
  readonly lines: readonly Readonly<Record<string, number>>[];
}

/** A record that was written. */
export interface Written {
  readonly id: number;
  readonly version: number;
  /** Of a kind that has `computed` columns. */
  readonly amounts?: Amounts;
  /** What the answer of the API warns of. */
  readonly warnings?: readonly Warning[];
}

/** How a document that is stored already is changed by a file. */
export interface ResentKind {
  /** The request type of a change; it gets only what differs. */
  readonly updateType: RequestType;
  /** Statuses in which a document may be changed. */
  readonly editable: readonly string[];
  /** Fields that never change. */
  readonly fixed: readonly string[];
  stored(tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, StoredDocument>>;
  /** Called with an instance of `updateType`. @throws DomainError as its verbs do */
  update(
    actor: Actor,
    id: number,
    body: object,
    removedLines: readonly number[],
  ): Promise<{ readonly warnings?: readonly Warning[] }>;
}

/**
 * One kind of records: how its rows are read and which verbs they go through. A new record is a whole request to create one, a
 * record that is there a request to change it; their rules and their names are those of Form A.
 */
export interface ImportKind {
  readonly table: Reference['table'];
  /** Columns of a CSV file, `external_id` and `metadata` left out. */
  readonly columns: Columns;
  /** The headings that a CSV file must have beside `external_id`. */
  readonly required: readonly string[];
  /** Fields of answers that no request has: a file that has one is refused, unless the caller excludes the column. */
  readonly ignored: readonly string[];
  /** Those of them that are computed from the record itself: a file may state them, and they must be right. */
  readonly computed?: readonly string[];
  /** A document's lines: the field of the request, and the columns `item_*`. */
  readonly lines?: {
    readonly field: string;
    readonly columns: Columns;
    readonly references: readonly Reference[];
    readonly ignored: readonly string[];
    readonly computed?: readonly string[];
  };
  readonly references: readonly Reference[];
  /** The request type of a new record, and of a change. */
  readonly createType: RequestType;
  readonly updateType?: RequestType;
  /** Of documents, instead of `updateType` and `update`. */
  readonly resent?: ResentKind;
  /** Whether writing them changes who may decide: then other writes that use power wait for each batch. */
  readonly changesPower?: boolean;
  /**
   * Takes locks of all records of a batch, in one order, before its first verb. `bodies` are not validated yet: a text of theirs must
   * pass `isName` before it goes into a statement.
   */
  lock?(tx: Transaction, bodies: readonly Body[]): Promise<void>;
  /** Called with an instance of `createType`. @throws DomainError as its verb does */
  create(actor: Actor, body: object, options: ImportOptions): Promise<Written>;
  /**
   * Creates several new records in a few statements, all or none; without one, each goes through `create`.
   * `takes` says whether a record may.
   */
  readonly together?: {
    takes(body: object): boolean;
    create(tx: Transaction, actor: Actor, bodies: readonly object[]): Promise<readonly Written[]>;
  };
  /** Called with an instance of `updateType`. @throws DomainError as its verb does */
  update?(actor: Actor, id: number, body: object, options: ImportOptions): Promise<Written>;
}
