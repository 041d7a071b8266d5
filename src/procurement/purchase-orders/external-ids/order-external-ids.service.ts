import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { notFound } from '../../../common/errors';
import { omitUndefined } from '../../../common/records/given';
import { type ExternalInput } from '../../../common/records/external';
import type { OrderId, OrderItemId } from '../../../common/records/ids';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import { changeExternal, UnitOfWork } from '../../../platform/database';
import { PurchaseOrdersRepository } from '../purchase-orders.repository';
import type { ChangedOrder } from '../queries/order-rows';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';
import { OrderEffects } from '../progress/order-effects';

/** Changes external ids and metadata of orders and lines, in every status: nothing that was approved changes. */
@Injectable()
export class OrderExternalIdsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly effects: OrderEffects,
  ) {}

  /**
   * Changes the given line, or the order itself without a line. A change raises the order's version.
   * @throws DomainError NOT_FOUND (also for a line of another order), PRECONDITION_FAILED, VALIDATION_ERROR on an
   * external id that another record has, or on metadata over the limit of all lines
   */
  async set(
    actor: Actor,
    part: { readonly id: OrderId; readonly itemId?: OrderItemId },
    input: ExternalInput,
    ifMatch: IfMatch,
  ): Promise<ChangedOrder> {
    const { id, itemId } = part;
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const items = itemId === undefined ? [] : await this.orders.itemsOf(tx, id);
      const item = items.find((one) => one.id === itemId);
      if (itemId !== undefined && !item) throw notFound();
      requireVersion(ifMatch, order.version);
      const table = item ? 'purchase_order_items' : 'purchase_orders';
      const changed = await changeExternal(tx, table, item ?? order, input, items);
      if (changed) {
        const { changes, fields } = changed;
        if (item) await this.orders.setItemExternal(tx, item, changes);
        this.orders.update(tx, order, item ? {} : changes);
        const details = { ...omitUndefined({ item_id: itemId }), fields };
        await this.effects.record(tx, actor, id, item ? 'item_updated' : 'updated', details);
      }
      return this.queries.answer(tx, order);
    });
    return answer();
  }
}
