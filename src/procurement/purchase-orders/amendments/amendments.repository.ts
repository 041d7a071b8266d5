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

export interface NewAmendment {
  readonly purchaseOrderId: OrderId;
  readonly reason: string;
  readonly changes: AmendmentChanges;
  readonly totalBefore: Decimal;
  readonly totalAfter: Decimal;
  readonly createdById: UserId;
}

/** Amendments of the transaction's tenant. The caller must hold the lock on the order. */
@Injectable()
export class AmendmentsRepository {
  constructor(private readonly clock: Clock) {}

  /** Adds a pending amendment with the order's next number. */
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

  /** @throws DomainError NOT_FOUND */
  async get(tx: Transaction, purchaseOrderId: OrderId, id: number): Promise<PurchaseOrderAmendment> {
    const found = await tx.repository(PurchaseOrderAmendment).findOneBy({ tenantId: tx.tenantId, purchaseOrderId, id });
    if (!found) throw notFound();
    note(tx, found);
    return found;
  }

  /** The order's pending amendment. */
  async open(tx: Transaction, purchaseOrderId: OrderId): Promise<PurchaseOrderAmendment | null> {
    const found = await tx
      .repository(PurchaseOrderAmendment)
      .findOneBy({ tenantId: tx.tenantId, purchaseOrderId, status: 'pending' });
    if (found) note(tx, found);
    return found;
  }

  /** Changes an amendment, raises its version, and updates the object to match the row. */
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

  /** Sets the final status of an amendment, with the reason. */
  async end(
    tx: Transaction,
    amendment: PurchaseOrderAmendment,
    status: AmendmentStatus,
    decisionReason: string | null = null,
  ): Promise<void> {
    await this.update(tx, amendment, { status, currentStep: null, decidedAt: this.clock.now(), decisionReason });
  }

  /** Saves the current version of the order, built from its rows in one statement, before the amendment replaces it. */
  async saveVersion(tx: Transaction, orderId: OrderId, amendmentId: number): Promise<void> {
    await tx.query(
      `INSERT INTO purchase_order_versions
         (tenant_id, purchase_order_id, version_number, snapshot, superseded_by_id, superseded_at)
       SELECT $1, o.id, o.document_version, ${SNAPSHOT}, $3, $4
         FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`,
      [tx.tenantId, orderId, amendmentId, this.clock.now()],
    );
  }
}

/** Records the amendment for the next audit entry of its order. */
function note(tx: Transaction, amendment: PurchaseOrderAmendment, before: PurchaseOrderAmendment | null = amendment) {
  const { purchaseOrderId, id } = amendment;
  tx.changed.note('purchase_order', purchaseOrderId, AMENDMENT_FIELDS, before, amendment, { list: 'amendments', id });
}
