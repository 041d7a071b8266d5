import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../../common/errors/start-refusal';
import type { Transaction } from '../../platform/database';
import type { DocumentOwner } from './documents.queries';

/** Records that have documents. Implemented by `PurchaseOrdersRepository` (purchase-orders). */
export interface DocumentHolder {
  /** @throws DomainError NOT_FOUND */
  hold(tx: Transaction, id: number): Promise<void>;

  /** Raises the version of a locked record, so that a decision with an earlier `If-Match` fails. */
  raise(tx: Transaction, id: number): Promise<void>;
}

/** Allows removals. Implemented by `ReceiptPapers` (goods-receipts) and `InvoicesRepository` (invoices). */
export interface RemovingHolder extends DocumentHolder {
  /** @throws DomainError NOT_FOUND */
  open(tx: Transaction, id: number): Promise<OpenRecord>;
}

export interface OpenRecord {
  readonly version: number;
  /** @throws DomainError INVALID_STATUS, RECEIPT_INVOICED if a document may no longer be removed */
  readonly requireRemovable: () => void;
}

/** The modules of the records, which documents must not import. Each sets its port while the application starts. */
@Injectable()
export class DocumentPorts implements OnApplicationBootstrap {
  orders: DocumentHolder;
  receipts: RemovingHolder;
  invoices: RemovingHolder;

  /** @throws StartRefusal naming the ports that no module set */
  onApplicationBootstrap(): void {
    requirePorts<DocumentPorts>(this, {
      orders: 'PurchaseOrdersModule',
      receipts: 'GoodsReceiptsModule',
      invoices: 'InvoicesModule',
    });
  }
}

export type RemovingKind = Exclude<DocumentOwner['kind'], 'purchase_order'>;

export function holderOf<Kind extends DocumentOwner['kind']>(ports: DocumentPorts, kind: Kind) {
  return { purchase_order: ports.orders, goods_receipt: ports.receipts, invoice: ports.invoices }[kind];
}
