import { Injectable } from '@nestjs/common';
import { decimal, type Decimal } from '../../../common/money';
import type { Transaction } from '../../../platform/database';
import { TenantSettings } from '../../../organisation/tenants';
import { type AmendmentChanges, appliesAtOnce, requireAboveProgress } from '../domain/amendment';
import { type LineChange, mergeLines } from '../domain/lines';
import { lineFacts, lineProgress, orderCommitment } from '../domain/progress';
import { type OrderTotals, type PricedLine, pricedLines, requirePositiveTotal } from '../domain/totals';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { OrderPorts } from '../ports';
import { PurchaseOrdersRepository } from '../purchase-orders.repository';

/** An order after an amendment. */
export interface AmendmentProposal {
  /** Includes the VAT rate of each new line, so that a later default rate does not change an approved line. */
  readonly changes: AmendmentChanges;
  readonly changed: readonly PricedLine[];
  readonly added: readonly PricedLine[];
  readonly totals: OrderTotals;
  /** The order's commitment after the amendment. */
  readonly commitment: Decimal;
  /** Applies without approval; otherwise the approvers decide. */
  readonly atOnce: boolean;
}

/** Computes an approved order after changes, and rejects invalid changes. */
@Injectable()
export class AmendmentProposals {
  constructor(
    private readonly orders: PurchaseOrdersRepository,
    private readonly ports: OrderPorts,
    private readonly tenants: TenantSettings,
  ) {}

  /** @throws DomainError VALIDATION_ERROR on an unknown or too small line; on `items` for a total of 0 or too large */
  async of(tx: Transaction, order: PurchaseOrder, changes: AmendmentChanges): Promise<AmendmentProposal> {
    const [stored, accepted, billed, { settings }] = await Promise.all([
      this.orders.itemsOf(tx, order.id),
      this.ports.receipts.acceptedByItem(tx, order.id),
      this.ports.invoices.billedByItem(tx, order.id),
      this.tenants.of(tx),
    ]);
    const items = changes.items.map((item) => withRate(item, settings.default_vat_rate));
    const merged = mergeLines(stored, items, decimal(settings.default_vat_rate));
    const progress = stored.map((item) => lineProgress(lineFacts(item, accepted, billed)));
    const places = new Map(changes.items.map(({ id }, index) => [id, index]));
    requireAboveProgress(merged, progress, (itemId) => `items.${places.get(itemId) ?? -1}.quantity`);
    const { lines, totals } = pricedLines(merged, order.currency);
    requirePositiveTotal(totals.total);
    const mentioned = new Set(changes.items.map(({ id }) => id));
    const ofLine: ReadonlyMap<number | null, Decimal> = billed;
    const { expectedDeliveryDate = order.expectedDeliveryDate } = changes;
    const committed = merged.map((line) => ({ ...line, closedQuantity: 0, billed: ofLine.get(line.id) ?? 0 }));
    return {
      changes: { ...changes, items },
      changed: lines.filter(({ line }) => line.id !== null && mentioned.has(line.id)),
      added: lines.filter(({ line }) => line.id === null),
      totals,
      commitment: orderCommitment('approved', committed, order.currency),
      atOnce: appliesAtOnce(
        { lines: stored, expectedDeliveryDate: order.expectedDeliveryDate },
        { lines: merged, expectedDeliveryDate },
      ),
    };
  }
}

function withRate(item: LineChange, defaultVatRate: number): LineChange {
  return item.id === undefined ? { ...item, vatRate: item.vatRate ?? defaultVatRate } : item;
}
