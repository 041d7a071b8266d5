/** An attachment as a client gives it: a name and an http or https address. The address is never fetched. */
export interface LinkInput {
  readonly name: string;
  readonly url: string;
}

/** A document as the database answers it. */
export interface DocumentRow {
  readonly id: number;
  readonly purchase_order_id: number;
  readonly name: string;
  /** Where a link leads; null for an upload. */
  readonly url: string | null;
  /** Bytes of an upload; null for a link. */
  readonly size: number | null;
  /** Media type of an upload; null for a link. */
  readonly content_type: string | null;
}
