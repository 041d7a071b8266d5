import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import type { Transaction } from '../../../platform/database';
import type { RequestType } from '../../../platform/validation';
import type { StoredDocument } from '../domain/resent';
import type { Reference } from './references.sql';

/** How a CSV cell is read. A JSON cell contains the JSON of an NDJSON field. */
export const CELL_TYPES = ['text', 'number', 'day', 'boolean', 'json'] as const;
export type CellType = (typeof CELL_TYPES)[number];
export type Columns = Readonly<Record<string, CellType>>;

/** A request to create or change a record, with the field names of Form A. */
export type Body = Readonly<Record<string, unknown>>;

export interface ImportOptions {
  /** Approves orders and invoices with an override in the audit log. */
  readonly approve: boolean;
  /** Sends invitations to users, also to the new address of a user who is still invited. */
  readonly invite: boolean;
  /** Comment of the approval. */
  readonly comments: string;
}

/** Amounts that the service computes for a record and its lines, with the field names of Form A. */
export interface Amounts {
  readonly record: Readonly<Record<string, number>>;
  readonly lines: readonly Readonly<Record<string, number>>[];
}

/** A saved record. */
export interface Written {
  readonly id: number;
  readonly version: number;
  /** Only for kinds with `computed` columns. */
  readonly amounts?: Amounts;
  /** Warnings of the API's response. */
  readonly warnings?: readonly Warning[];
}

/** How an import changes a document that already exists. */
export interface ResentKind {
  /** The type of the update request, which has only the fields that differ from the stored document. */
  readonly updateType: RequestType;
  /** Statuses that allow a change. */
  readonly editable: readonly string[];
  /** Fields that cannot change. */
  readonly fixed: readonly string[];
  stored(tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, StoredDocument>>;
  /** Called with an instance of `updateType`. @throws DomainError as its service methods do */
  update(
    actor: Actor,
    id: number,
    body: object,
    removedLines: readonly number[],
  ): Promise<{ readonly warnings?: readonly Warning[] }>;
}

/**
 * Describes an importable kind: how its rows are read and which service methods write it. New records use create
 * requests, existing ones update requests, with the rules and names of Form A.
 */
export interface ImportKind {
  readonly table: Reference['table'];
  /** Columns of a CSV file, without `external_id` and `metadata`. */
  readonly columns: Columns;
  /** Headings that a CSV file must have in addition to `external_id`. */
  readonly required: readonly string[];
  /** Response-only fields. A file that contains one is rejected unless the caller skips the column. */
  readonly ignored: readonly string[];
  /** Those of them that are computed from the record. A file may state them, and they must then be correct. */
  readonly computed?: readonly string[];
  /** A document's lines: the request field, and the columns `item_*`. */
  readonly lines?: {
    readonly field: string;
    readonly columns: Columns;
    readonly references: readonly Reference[];
    readonly ignored: readonly string[];
    readonly computed?: readonly string[];
  };
  readonly references: readonly Reference[];
  readonly createType: RequestType;
  readonly updateType?: RequestType;
  /** For documents, instead of `updateType` and `update`. */
  readonly resent?: ResentKind;
  /** Whether writing changes approval rights. Other writes that use such rights then wait for each batch. */
  readonly changesPower?: boolean;
  /** `bodies` are not validated: check texts with `isName` before passing them to a statement. */
  lock?(tx: Transaction, bodies: readonly Body[]): Promise<void>;
  /** Called with an instance of `createType`. @throws DomainError as its service method does */
  create(actor: Actor, body: object, options: ImportOptions): Promise<Written>;
  /** Creates several records in a few statements, all or none. Records that `takes` declines use `create`. */
  readonly together?: {
    takes(body: object): boolean;
    create(tx: Transaction, actor: Actor, bodies: readonly object[]): Promise<readonly Written[]>;
  };
  /** Called with an instance of `updateType`. @throws DomainError as its service method does */
  update?(actor: Actor, id: number, body: object, options: ImportOptions): Promise<Written>;
}
