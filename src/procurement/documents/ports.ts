import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../../common/errors/start-refusal';
import type { Transaction } from '../../platform/database';
import type { DocumentOwner } from './documents.queries';

/** What documents need of the records that have them. Implemented by `PurchaseOrdersRepository` (purchase-orders). */
export interface DocumentHolder {
  /**
   * Keeps a record there until the transaction ends, while a document is added to it.
   * @throws DomainError NOT_FOUND
   */
  hold(tx: Transaction, id: number): Promise<void>;

  /** Raises the version of a held record whose documents changed: who decides with `If-Match` has seen other documents. */
  raise(tx: Transaction, id: number): Promise<void>;
}

/**
 * The same of records from which documents are removed one by one.
 * Implemented by `ReceiptPapers` (goods-receipts) and `InvoicesRepository` (invoices).
 */
export interface RemovingHolder extends DocumentHolder {
  /**
   * Locks a record until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  open(tx: Transaction, id: number): Promise<OpenRecord>;
}

/** A locked record. */
export interface OpenRecord {
  readonly version: number;
  /** @throws DomainError INVALID_STATUS, RECEIPT_INVOICED where a document may no longer be removed */
  readonly requireRemovable: () => void;
}

/** What documents need from modules that they must not import; each provides its port while the application starts. */
@Injectable()
export class DocumentPorts implements OnApplicationBootstrap {
  orders: DocumentHolder;
  receipts: RemovingHolder;
  invoices: RemovingHolder;

  /** @throws StartRefusal naming a port that nobody provided */
  onApplicationBootstrap(): void {
    requirePorts<DocumentPorts>(this, {
      orders: 'PurchaseOrdersModule',
      receipts: 'GoodsReceiptsModule',
      invoices: 'InvoicesModule',
    });
  }
}

/** Kinds of records from which documents are removed one by one. */
export type RemovingKind = Exclude<DocumentOwner['kind'], 'purchase_order'>;

/** Who holds records of a kind. */
export function holderOf(ports: DocumentPorts, kind: RemovingKind): RemovingHolder;
export function holderOf(ports: DocumentPorts, kind: DocumentOwner['kind']): DocumentHolder;
export function holderOf(ports: DocumentPorts, kind: DocumentOwner['kind']): DocumentHolder {
  return { purchase_order: ports.orders, goods_receipt: ports.receipts, invoice: ports.invoices }[kind];
}
