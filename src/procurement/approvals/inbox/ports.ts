import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { requirePorts } from '../../../common/errors/start-refusal';
import type { Warning } from '../../../common/warnings';
import type { TenantId } from '../../../common/records/ids';
import type { Vocabulary } from '../../../platform/http';
import type { Settings } from '../../../organisation/tenants';
import type { Person } from '../domain/authority';

/** A decision about one document, on its current step or the one that it names. */
export interface DocumentDecision {
  readonly id: number;
  readonly step: number | undefined;
  readonly outcome: 'approve' | 'reject';
  /** Required to reject: the reason. */
  readonly comments: string | null;
}

/** What a decision led to. */
export interface DecidedDocument {
  /** The step whose turn it is now; null when nothing waits any more. */
  readonly currentStep: number | null;
  readonly warnings: readonly Warning[];
}

/** A document that waits for one decision, which no step asks for. */
export interface AloneDocument {
  readonly barredIds: readonly number[];
  readonly withOrder: boolean;
  /** What `roles` says. */
  readonly roles: readonly string[];
  readonly settings: Settings;
}

/** A document that waits, and the order that it is, amends or bills. */
export interface NamedDocument {
  readonly id: number;
  readonly purchase_order_id: number | null;
}

/**
 * One kind of document that waits for decisions. The module that owns it provides it while the application starts.
 * Implemented by `WaitingInvoices` (invoices), `WaitingOrders` (purchase-orders) and `WaitingAmendments` (purchase-orders).
 */
export interface ApprovalDocuments {
  /**
   * SQL of the documents of every tenant, one row each, in the columns `tenant_id, id, purchase_order_id, number, amount,
   * currency, asked_by_id, barred_ids` (whom self-approval bars), `department_id, vendor_id`; where one may wait without steps,
   * also `waits_alone` and `waits_since`.
   */
  readonly sql: string;
  /** SQL `text[]` of the roles of tenant $1 whose holders may decide such documents at all; left out where the steps alone say. */
  readonly roles?: string;
  /** Whether a user may decide a document that no steps decide; left out where there is none. */
  readonly mayDecideAlone?: (person: Person, document: AloneDocument) => boolean;
  /** The warnings that stand of these documents, in one statement, by their ids. One without any may be left out. */
  warningsOf(tenantId: TenantId, documents: readonly NamedDocument[]): Promise<ReadonlyMap<number, readonly Warning[]>>;
  /** What the forms call its fields and statuses in a refusal. */
  readonly words: Vocabulary;
  /**
   * Decides in a transaction of its own, exactly as the document's own endpoint does.
   * @throws DomainError as that endpoint
   */
  decide(actor: Actor, decision: DocumentDecision): Promise<DecidedDocument>;
}

/** What approvals need of the modules whose documents they decide, and must not import. */
@Injectable()
export class ApprovalPorts implements OnApplicationBootstrap {
  orders: ApprovalDocuments;
  amendments: ApprovalDocuments;
  invoices: ApprovalDocuments;

  /** @throws StartRefusal naming a port that nobody provided */
  onApplicationBootstrap(): void {
    requirePorts<ApprovalPorts>(this, {
      orders: 'PurchaseOrdersModule',
      amendments: 'PurchaseOrdersModule',
      invoices: 'InvoicesModule',
    });
  }
}

/** Kinds of documents that wait, as the API names them. */
export const DOCUMENT_TYPES = ['purchase_order', 'amendment', 'invoice'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The port of each kind. */
export const PORT_OF = {
  purchase_order: 'orders',
  amendment: 'amendments',
  invoice: 'invoices',
} as const satisfies Record<DocumentType, keyof ApprovalPorts>;

/** Whose list it is. */
export interface InboxReader {
  readonly tenantId: TenantId;
  /** The user of the token; nothing waits for a token without one. */
  readonly userId: number | null;
  /** The token may decide any step. */
  readonly admin: boolean;
}
