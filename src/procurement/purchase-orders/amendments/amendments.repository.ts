import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { notFound } from '../../../common/errors';
import type { Decimal } from '../../../common/money';
import type { OrderId, UserId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import type { AmendmentChanges, AmendmentStatus } from '../domain/amendment';
import { AMENDMENT_FIELDS } from '../entities/purchase-order-amendment.entity';
import { PurchaseOrderAmendment } from '../entities/purchase-order-amendment.entity';
import { SNAPSHOT } from '../queries/purchase-orders.sql';

/** What is written when an amendment is asked for. */
export interface NewAmendment {
  readonly purchaseOrderId: OrderId;
  readonly reason: string;
  readonly changes: AmendmentChanges;
  readonly totalBefore: Decimal;
  readonly totalAfter: Decimal;
  readonly createdById: UserId;
}

/** Amendments of orders of the transaction's tenant; the caller holds the lock on the order. */
@Injectable()
export class AmendmentsRepository {
  constructor(private readonly clock: Clock) {}

  /** Adds an amendment that waits; it gets the order's next number. */
  async insert(tx: Transaction, amendment: NewAmendment): Promise<PurchaseOrderAmendment> {
    const { tenantId } = tx;
    const { purchaseOrderId, changes, ...rest } = amendment;
    const repository = tx.repository(PurchaseOrderAmendment);
    const count = await repository.countBy({ tenantId, purchaseOrderId });
    const now = this.clock.now();
    const saved = await repository.save({
      ...rest,
      tenantId,
      purchaseOrderId,
      changes: { ...changes },
      amendmentNumber: count + 1,
      status: 'pending',
      currentStep: null,
      createdAt: now,
      updatedAt: now,
      decidedAt: null,
      decisionReason: null,
      version: 1,
    });
    note(tx, saved, null);
    return saved;
  }

  /**
   * An amendment of this order.
   * @throws DomainError NOT_FOUND
   */
  async get(tx: Transaction, purchaseOrderId: OrderId, id: number): Promise<PurchaseOrderAmendment> {
    const found = await tx.repository(PurchaseOrderAmendment).findOneBy({ tenantId: tx.tenantId, purchaseOrderId, id });
    if (!found) throw notFound();
    note(tx, found);
    return found;
  }

  /** The order's amendment that waits, if there is one. */
  async open(tx: Transaction, purchaseOrderId: OrderId): Promise<PurchaseOrderAmendment | null> {
    const found = await tx
      .repository(PurchaseOrderAmendment)
      .findOneBy({ tenantId: tx.tenantId, purchaseOrderId, status: 'pending' });
    if (found) note(tx, found);
    return found;
  }

  /** Changes an amendment, raises its version, and leaves the object as the row is now. */
  async update(
    tx: Transaction,
    amendment: PurchaseOrderAmendment,
    changes: Partial<Pick<PurchaseOrderAmendment, 'status' | 'currentStep' | 'decidedAt' | 'decisionReason'>>,
  ): Promise<void> {
    Object.assign(amendment, changes, { updatedAt: this.clock.now(), version: amendment.version + 1 });
    const { id, updatedAt, version } = amendment;
    const repository = tx.repository(PurchaseOrderAmendment);
    await repository.update({ tenantId: tx.tenantId, id }, { ...changes, updatedAt, version });
    note(tx, amendment);
  }

  /** Ends an amendment: applied, rejected or cancelled, and why. */
  async end(
    tx: Transaction,
    amendment: PurchaseOrderAmendment,
    status: AmendmentStatus,
    decisionReason: string | null = null,
  ): Promise<void> {
    await this.update(tx, amendment, { status, currentStep: null, decidedAt: this.clock.now(), decisionReason });
  }

  /** Keeps the order as it stands, before this amendment replaces it: made of the stored rows in one statement. */
  async keepVersion(tx: Transaction, orderId: OrderId, amendmentId: number): Promise<void> {
    await tx.query(
      `INSERT INTO purchase_order_versions
         (tenant_id, purchase_order_id, version_number, snapshot, superseded_by_id, superseded_at)
       SELECT $1, o.id, o.document_version, ${SNAPSHOT}, $3, $4
         FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`,
      [tx.tenantId, orderId, amendmentId, this.clock.now()],
    );
  }
}

/** Notes an amendment as it is, for the next audit entry of its order. */
function note(tx: Transaction, amendment: PurchaseOrderAmendment, before: PurchaseOrderAmendment | null = amendment) {
  const { purchaseOrderId, id } = amendment;
  tx.changed.note('purchase_order', purchaseOrderId, AMENDMENT_FIELDS, before, amendment, { list: 'amendments', id });
}
