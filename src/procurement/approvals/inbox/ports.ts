import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { requirePorts } from '../../../common/errors/start-refusal';
import type { Warning } from '../../../common/warnings';
import type { TenantId } from '../../../common/records/ids';
import type { FormAliases } from '../../../platform/http';
import type { Settings } from '../../../organisation/tenants';
import type { Person } from '../domain/authority';

/** A decision about one document, on its current step or the given one. */
export interface DocumentDecision {
  readonly id: number;
  readonly step: number | undefined;
  readonly outcome: 'approve' | 'reject';
  /** Required for a rejection: the reason. */
  readonly comments: string | null;
}

export interface DecidedDocument {
  /** The current step after the decision; null if no step is pending. */
  readonly currentStep: number | null;
  readonly warnings: readonly Warning[];
}

/** A pending document without steps, which needs one decision. */
export interface AloneDocument {
  readonly barredIds: readonly number[];
  readonly withOrder: boolean;
  readonly roles: readonly string[];
  readonly settings: Settings;
}

/** A pending document, and its order: itself, or the one that is amended or billed. */
export interface NamedDocument {
  readonly id: number;
  readonly purchase_order_id: number | null;
}

/**
 * A type of document with pending approvals. Its module sets the port while the application starts. Implemented by
 * `PendingInvoices` (invoices), `PendingOrders` and `PendingAmendments` (purchase-orders).
 */
export interface ApprovalDocuments {
  /**
   * SQL of the documents of every tenant, one row each, with the columns
   * `tenant_id, id, purchase_order_id, number, amount, currency, asked_by_id, barred_ids` (users excluded by
   * self-approval), `department_id, vendor_id`. If documents can be pending without steps, also `waits_alone` and
   * `waits_since`.
   */
  readonly sql: string;
  /** SQL `text[]` of the roles in tenant $1 that may decide such documents at all; absent if only the steps count. */
  readonly roles?: string;
  /** Whether a user may decide a document without steps; absent if there are none. */
  readonly mayDecideAlone?: (person: Person, document: AloneDocument) => boolean;
  /** Current warnings by document id, in one statement. Documents without warnings may be missing. */
  warningsOf(tenantId: TenantId, documents: readonly NamedDocument[]): Promise<ReadonlyMap<number, readonly Warning[]>>;
  /** The forms' names of fields and statuses in an error. */
  readonly aliases: FormAliases;
  /** @throws DomainError like the document's own endpoint */
  decide(actor: Actor, decision: DocumentDecision): Promise<DecidedDocument>;
}

/** The modules whose documents are decided. Approvals must not import them. */
@Injectable()
export class ApprovalPorts implements OnApplicationBootstrap {
  orders: ApprovalDocuments;
  amendments: ApprovalDocuments;
  invoices: ApprovalDocuments;

  /** @throws StartRefusal naming the ports that no module set */
  onApplicationBootstrap(): void {
    requirePorts<ApprovalPorts>(this, {
      orders: 'PurchaseOrdersModule',
      amendments: 'PurchaseOrdersModule',
      invoices: 'InvoicesModule',
    });
  }
}

export const DOCUMENT_TYPES = ['purchase_order', 'amendment', 'invoice'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const PORT_OF = {
  purchase_order: 'orders',
  amendment: 'amendments',
  invoice: 'invoices',
} as const satisfies Record<DocumentType, keyof ApprovalPorts>;

export interface InboxReader {
  readonly tenantId: TenantId;
  /** The user of the token. A token without a user has no pending approvals. */
  readonly userId: number | null;
  /** The token may decide any step. */
  readonly admin: boolean;
}
