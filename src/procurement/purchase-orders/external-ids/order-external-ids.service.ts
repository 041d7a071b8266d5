import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { apiName } from '../../../common/records/changes';
import { notFound } from '../../../common/errors';
import { externalChanges, type ExternalInput, requireLinesMetadata } from '../../../common/records/external';
import type { OrderId, OrderItemId } from '../../../common/records/ids';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import { requireOwnExternalId, UnitOfWork } from '../../../platform/database';
import { PurchaseOrdersRepository } from '../purchase-orders.repository';
import type { ChangedOrder } from '../queries/order-rows';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';
import { OrderEffects } from '../progress/order-effects';

/** Says what other systems know an order and its lines by, whatever the order's status: nothing that was approved changes. */
@Injectable()
export class OrderExternalIdsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly effects: OrderEffects,
  ) {}

  /**
   * Of the order itself.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR on an external id that another order has
   */
  async setOfOrder(actor: Actor, id: OrderId, input: ExternalInput, ifMatch: IfMatch): Promise<ChangedOrder> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      requireVersion(ifMatch, order.version);
      const changes = externalChanges(order, input);
      const fields = Object.keys(changes).map(apiName);
      if (fields.length > 0) {
        await requireOwnExternalId(tx, 'purchase_orders', { id, externalId: changes.externalId });
        await this.orders.update(tx, order, changes);
        await this.effects.record(tx, actor, id, 'updated', { fields });
      }
      return this.queries.get(tx, id);
    });
  }

  /**
   * Of a line. The order's version rises.
   * @throws DomainError NOT_FOUND, also for a line of another order; PRECONDITION_FAILED, VALIDATION_ERROR on an external id that
   *   another line has, and on metadata with which all lines have too much
   */
  async setOfItem(
    actor: Actor,
    orderId: OrderId,
    itemId: OrderItemId,
    input: ExternalInput,
    ifMatch: IfMatch,
  ): Promise<ChangedOrder> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const items = await this.orders.itemsOf(tx, orderId);
      const item = items.find(({ id }) => id === itemId);
      if (!item) throw notFound();
      requireVersion(ifMatch, order.version);
      const changes = externalChanges(item, input);
      const lines = items.map((line) => (line === item ? { ...line, ...changes } : line));
      requireLinesMetadata(items, lines, 'metadata');
      const fields = Object.keys(changes).map(apiName);
      if (fields.length > 0) {
        await requireOwnExternalId(tx, 'purchase_order_items', { id: itemId, externalId: changes.externalId });
        await this.orders.setItemExternal(tx, item, changes);
        await this.orders.update(tx, order, {});
        await this.effects.record(tx, actor, orderId, 'item_updated', { item_id: itemId, fields });
      }
      return this.queries.get(tx, orderId);
    });
  }
}
