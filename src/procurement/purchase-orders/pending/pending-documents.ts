import { Injectable } from '@nestjs/common';
import type { ApprovalDocuments, DecidedDocument, DocumentDecision, NamedDocument } from '../../approvals';
import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import type { OrderId, TenantId } from '../../../common/records/ids';
import { AmendmentsQueries } from '../amendments/amendments.queries';
import { AmendmentsService } from '../amendments/amendments.service';
import { ORDER_STATUS_ALIASES, ORDER_ALIASES_B } from '../http/aliases';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';
import { OrderApprovalService } from '../approval/approval.service';
import { AMENDMENTS, ORDERS } from './pending-documents.sql';

type Warnings = readonly Warning[];

/** Orders in the list of pending approvals and in bulk decisions. */
@Injectable()
export class PendingOrders implements ApprovalDocuments {
  readonly sql = ORDERS;
  readonly aliases = { b: ORDER_ALIASES_B };

  constructor(
    private readonly approval: OrderApprovalService,
    private readonly queries: PurchaseOrdersQueries,
  ) {}

  async warningsOf(tenantId: TenantId, orders: readonly NamedDocument[]): Promise<ReadonlyMap<number, Warnings>> {
    return this.queries.warningsOf(
      tenantId,
      orders.map(({ id }) => id),
    );
  }

  /** @throws DomainError as {@link OrderApprovalService.approve} and `reject` */
  async decide(actor: Actor, { id, step, outcome, comments }: DocumentDecision): Promise<DecidedDocument> {
    const orderId = id as OrderId;
    const { order, warnings = [] } =
      outcome === 'approve'
        ? await this.approval.approve(actor, orderId, { comments, step })
        : await this.approval.reject(actor, orderId, { reason: comments ?? '', step });
    return { currentStep: order.current_step, warnings };
  }
}

/** Amendments in the list of pending approvals and in bulk decisions. */
@Injectable()
export class PendingAmendments implements ApprovalDocuments {
  readonly sql = AMENDMENTS;
  readonly aliases = ORDER_STATUS_ALIASES;

  constructor(
    private readonly amendments: AmendmentsService,
    private readonly queries: AmendmentsQueries,
    private readonly orders: PurchaseOrdersQueries,
  ) {}

  /** The warnings of their orders. */
  async warningsOf(tenantId: TenantId, amendments: readonly NamedDocument[]): Promise<ReadonlyMap<number, Warnings>> {
    const found = await this.orders.warningsOf(
      tenantId,
      amendments.map(({ purchase_order_id }) => purchase_order_id ?? 0),
    );
    return new Map(amendments.map(({ id, purchase_order_id }) => [id, found.get(purchase_order_id ?? 0) ?? []]));
  }

  /** @throws DomainError as {@link AmendmentsService.approve} and `reject` */
  async decide(actor: Actor, { id, step, outcome, comments }: DocumentDecision): Promise<DecidedDocument> {
    const orderId = await this.queries.orderOf(actor.tenantId, id);
    const { amendment, warnings = [] } =
      outcome === 'approve'
        ? await this.amendments.approve(actor, orderId, id, { comments, step })
        : await this.amendments.reject(actor, orderId, id, { reason: comments ?? '', step });
    return { currentStep: amendment.current_step, warnings };
  }
}
