import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { decimal } from '../common/money';
import { type Transaction, UnitOfWork } from '../database';
import { documentsOf, type DocumentRow, OrderLinks } from '../documents';
import { type CreatedOrder, createdOrder } from './created-order';
import { newLines } from './domain/lines';
import { OrderChronicle } from './progress/order-history';
import type { NewOrderInput } from './order-input';
import { OrderNumbers } from './order-numbers';
import { OrderReferences } from './order-references';
import { PurchaseOrdersRepository } from './purchase-orders.repository';
import { pricedLines } from './stored-lines';

/** Creates orders. */
@Injectable()
export class OrderCreationService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly references: OrderReferences,
    private readonly links: OrderLinks,
    private readonly numbers: OrderNumbers,
    private readonly chronicle: OrderChronicle,
  ) {}

  /**
   * Creates a draft with its number, lines and links.
   * @throws DomainError VALIDATION_ERROR on the field of a related record that is not there, or on `items` when the
   *   total is too large; VENDOR_BLOCKED
   */
  async create(actor: Actor, input: NewOrderInput): Promise<CreatedOrder> {
    const { poNumber, at } = await this.numbers.next(actor.tenantId);
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const departmentId = this.references.departmentOf(actor, input);
      const { vendor, tenant } = await this.references.resolve(tx, input);
      const currency = input.currency ?? vendor?.currency ?? tenant.currency;
      const { lines, totals } = pricedLines(newLines(input.items, decimal(tenant.settings.default_vat_rate)), currency);
      const header = {
        poNumber,
        vendorId: input.vendorId,
        departmentId,
        projectId: input.projectId ?? null,
        createdById: requester(actor),
        currency,
        expenseType: input.expenseType ?? 'OPEX',
        notes: input.notes ?? null,
        deliveryAddress: input.deliveryAddress ?? null,
        expectedDeliveryDate: input.expectedDeliveryDate ?? null,
      } as const;
      const { id, itemIds } = await this.orders.insert(tx, header, lines, totals, at);
      const subject = { ...header, id, status: 'draft', totalAmount: totals.total } as const;
      const [documents] = await Promise.all([
        this.attach(tx, actor, id, input),
        this.chronicle.tell(tx, actor, subject, 'created', { created_at: at.toISOString() }),
      ]);
      return createdOrder({ ...header, id, createdAt: at }, lines, itemIds, totals, documents);
    });
  }

  private async attach(
    tx: Transaction,
    actor: Actor,
    id: number,
    { attachments = [] }: NewOrderInput,
  ): Promise<readonly DocumentRow[]> {
    if (attachments.length === 0) return [];
    await this.links.attach(tx, actor, id, attachments);
    return tx.execute<DocumentRow>(documentsOf(tx.tenantId, [id]));
  }
}

function requester(actor: Actor): number {
  if (actor.userId === null) throw new Error('An order is created by a user');
  return actor.userId;
}
