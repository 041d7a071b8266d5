import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { given } from '../common/given';
import type { Warning } from '../common/warning';
import type { Transaction } from '../database';
import type { AmendmentChanges } from './amendment-input';
import type { AmendmentProposal } from './amendment-proposal';
import { AmendmentsRepository } from './amendments.repository';
import { nextStatus } from './domain/lifecycle';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import { OrderItemsRepository } from './order-items.repository';
import { OrderLedger } from './order-ledger';
import { OrderProgressService } from './order-progress.service';
import { OrderWork } from './order-work';
import type { BudgetOverride } from './ports';

/** Makes an order what an amendment says it should be, and keeps the version it was. */
@Injectable()
export class AmendmentApplication {
  constructor(
    private readonly work: OrderWork,
    private readonly items: OrderItemsRepository,
    private readonly amendments: AmendmentsRepository,
    private readonly ledger: OrderLedger,
    private readonly progress: OrderProgressService,
  ) {}

  /**
   * Applies the proposal to the locked order. Its number stays, its version rises; a raise is checked against the
   * budget; an order whose lines are all done now completes.
   * @throws DomainError INVALID_STATUS when the order is not approved any more, BUDGET_FROZEN, BUDGET_EXCEEDED
   */
  async apply(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    amendment: { readonly id: number; readonly changes: AmendmentChanges },
    proposal: AmendmentProposal,
    over: BudgetOverride,
  ): Promise<readonly Warning[]> {
    const status = nextStatus(order.status, 'amend');
    const { totals, commitment } = proposal;
    const totalBefore = order.totalAmount;
    const { notes, expectedDeliveryDate } = amendment.changes;
    await this.amendments.keepVersion(tx, order.id, amendment.id);
    await this.items.update(tx, order.id, proposal.changed);
    await this.items.insert(tx, order.id, proposal.added);
    await this.work.update(tx, order, {
      status,
      subtotal: totals.subtotal,
      vatAmount: totals.vat,
      totalAmount: totals.total,
      documentVersion: order.documentVersion + 1,
      ...given({ notes, expectedDeliveryDate }),
    });
    const warnings = await this.ledger.amended(tx, actor, order, { totalBefore, commitment, over });
    await this.progress.settle(tx, actor, await this.progress.lock(tx, order.id));
    return warnings;
  }
}
