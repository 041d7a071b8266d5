import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { invalidField, notFound } from '../../common/errors';
import { externalChanges, type ExternalInput, newExternal } from '../../common/records/external';
import { omitUndefined } from '../../common/records/given';
import { decimal } from '../../common/money';
import {
  isForeignKeyViolation,
  NumberSeries,
  requireOwnExternalId,
  type Transaction,
  UnitOfWork,
} from '../../platform/database';
import { documentsOf, type DocumentRow, type LinkInput, OrderLinks, OrderUploads } from '../documents';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { OrderId, OrderItemId } from '../../common/records/ids';
import { TenantSettings } from '../../organisation/tenants';
import { VendorReferences } from '../vendors';
import { nextStatus } from './domain/lifecycle';
import { type LineChange, mergeLines, newLines, type OrderLine } from './domain/lines';
import { billedDraft, changedBy, orderingDepartment, requireDeletable, requester } from './domain/policy';
import { type PricedLine, pricedLines, totalsOf } from './domain/totals';
import { type PurchaseOrder, WrittenOrder } from './entities/purchase-order.entity';
import { type Input, withDefaults } from '../../platform/records';
import { OrderEffects } from './progress/order-effects';
import { type NewOrder, type OrderChanges, PurchaseOrdersRepository } from './purchase-orders.repository';
import { type ChangedItem, type ChangedOrder, type CreatedOrder, newItem } from './queries/order-rows';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

interface Contents {
  readonly items: readonly LineChange[];
  /** If present, these replace the order's links. */
  readonly attachments?: readonly LinkInput[];
}

/** The fields of a create or update request in either form. `undefined`: not in the request. `null`: cleared. */
export type OrderInput = Input<WrittenOrder> & Partial<Contents>;

/** A new order has a vendor and at least one line. */
export type NewOrderInput = Input<WrittenOrder, 'vendorId'> & Contents;

/** Creates orders; changes and deletes drafts and their lines. */
@Injectable()
export class PurchaseOrdersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly effects: OrderEffects,
    private readonly vendors: VendorReferences,
    private readonly tenants: TenantSettings,
    private readonly links: OrderLinks,
    private readonly uploads: OrderUploads,
    private readonly numbers: NumberSeries,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a draft with its number, lines and links. The number is drawn before the transaction opens, so that
   * concurrent creates of a tenant do not wait for each other.
   * @throws DomainError VALIDATION_ERROR on the field of a related record that does not exist, or on `items` if the
   * total is too large; VENDOR_BLOCKED
   */
  async create(actor: Actor, input: NewOrderInput): Promise<CreatedOrder> {
    const createdAt = this.clock.now();
    const poNumber = await this.numbers.next(actor.tenantId, 'PO', createdAt.getUTCFullYear());
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const departmentId = orderingDepartment(actor, input.departmentId);
      const [vendor, tenant] = await Promise.all([
        this.vendors.requireUsable(tx, input.vendorId),
        this.tenants.of(tx),
        this.queries.requirePlaces(tx, input),
      ]);
      const currency = input.currency ?? vendor.currency ?? tenant.currency;
      const { lines, totals } = pricedLines(newLines(input.items, decimal(tenant.settings.default_vat_rate)), currency);
      const header: NewOrder = {
        ...withDefaults(WrittenOrder, { ...input, departmentId, currency }),
        ...newExternal(input),
        poNumber,
        createdById: requester(actor),
      };
      await requireOwnExternalId(tx, 'purchase_orders', { id: null, externalId: header.externalId });
      await requireOwnLineIds(tx, input.items);
      const { id, itemIds } = await this.orders.insert(tx, header, lines, totals, createdAt);
      const subject = { ...header, id, status: 'draft', totalAmount: totals.total } as const;
      const documents = await this.attach(tx, actor, id, input.attachments);
      await this.effects.recordAndPublish(tx, actor, subject, 'created', { created_at: createdAt.toISOString() });
      return { ...header, id, createdAt, totals, items: lines.map((line) => newItem(line, itemIds)), documents };
    });
  }

  /**
   * Changes a draft: the given fields, lines that have an id, and new lines. Everything else stays unchanged.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS if it is no draft, VENDOR_BLOCKED;
   * VALIDATION_ERROR on the field of a related record that does not exist, on a line, or on `items` if the total is too
   * large
   */
  async update(actor: Actor, id: OrderId, input: OrderInput, ifMatch?: IfMatch): Promise<ChangedOrder> {
    const answer = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      requireVersion(ifMatch, order.version);
      nextStatus(order.status, 'edit');
      const { items = [], currency = order.currency, attachments, externalId, metadata, ...header } = input;
      const outside = externalChanges(order, omitUndefined<ExternalInput>({ externalId, metadata }));
      const { vendorId } = header;
      const [{ settings }] = await Promise.all([
        this.tenants.of(tx),
        vendorId === undefined ? undefined : this.vendors.requireUsable(tx, vendorId),
        this.queries.requirePlaces(tx, input),
      ]);
      await requireOwnExternalId(tx, 'purchase_orders', { id, externalId: outside.externalId });
      const changedByIds = changedBy(order.changedByIds, actor);
      const changes: OrderChanges = { ...omitUndefined(header), ...outside, changedByIds };
      if (items.length > 0 || currency !== order.currency) {
        const stored = await this.orders.itemsOf(tx, id);
        const merged = mergeLines(stored, items, decimal(settings.default_vat_rate));
        await requireOwnLineIds(tx, items);
        const { totals } = await this.writeLines(tx, order, merged, items, currency);
        Object.assign(changes, { currency, ...totalsOf(totals) });
      }
      this.orders.update(tx, order, changes);
      if (attachments) await this.links.replace(tx, actor, id, attachments);
      await this.effects.record(tx, actor, id, 'updated', { fields: Object.keys(input) });
      return this.queries.answer(tx, order);
    });
    return answer();
  }

  /**
   * Deletes a draft that was never submitted.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS for any other or an invoiced order
   */
  async delete(actor: Actor, id: OrderId, ifMatch?: IfMatch): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      requireVersion(ifMatch, order.version);
      requireDeletable(order);
      await this.uploads.removeAfterCommit(tx, id);
      await this.orders.delete(tx, order).catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? billedDraft(order.status) : error;
      });
      const more = { deleted_at: this.clock.now().toISOString() };
      await this.effects.recordAndPublish(tx, actor, order, 'deleted', more, { po_number: order.poNumber });
    });
  }

  /** @throws DomainError NOT_FOUND, INVALID_STATUS if it is no draft, VALIDATION_ERROR on the line or on `items` */
  async addItem(actor: Actor, orderId: OrderId, change: Omit<LineChange, 'id'>): Promise<ChangedItem> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      nextStatus(order.status, 'edit');
      const [stored, { settings }] = await Promise.all([this.orders.itemsOf(tx, orderId), this.tenants.of(tx)]);
      const merged = mergeLines(stored, [change], decimal(settings.default_vat_rate));
      const changed = await this.changeItem(tx, actor, order, merged, change);
      await this.effects.record(tx, actor, orderId, 'item_added', { item_id: changed.item.id });
      return changed;
    });
  }

  /**
   * Changes a line of a draft.
   * @throws DomainError NOT_FOUND (also for a line of another order), PRECONDITION_FAILED, INVALID_STATUS if it is no
   * draft, VALIDATION_ERROR on `items`
   */
  async updateItem(
    actor: Actor,
    orderId: OrderId,
    itemId: OrderItemId,
    change: Omit<LineChange, 'id'>,
    ifMatch?: IfMatch,
  ): Promise<ChangedItem> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const stored = await this.itemsWith(tx, order, itemId, ifMatch);
      const withId = { ...change, id: itemId };
      const changed = await this.changeItem(tx, actor, order, mergeLines(stored, [withId], decimal(0)), withId);
      const details = { item_id: itemId, fields: Object.keys(change) };
      await this.effects.record(tx, actor, orderId, 'item_updated', details);
      return changed;
    });
  }

  /**
   * Removes a line of a draft.
   * @throws DomainError NOT_FOUND (also for a line of another order), PRECONDITION_FAILED, INVALID_STATUS if it is no
   * draft, VALIDATION_ERROR on `items` for the last line
   */
  async removeItem(actor: Actor, orderId: OrderId, itemId: OrderItemId, ifMatch?: IfMatch): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const left = (await this.itemsWith(tx, order, itemId, ifMatch)).filter(({ id }) => id !== itemId);
      if (left.length === 0) throw invalidField('items', 'purchase_order.last_item');
      await this.orders.deleteItem(tx, orderId, itemId);
      const changedByIds = changedBy(order.changedByIds, actor);
      this.orders.update(tx, order, { ...totalsOf(pricedLines(left, order.currency).totals), changedByIds });
      await this.effects.record(tx, actor, orderId, 'item_removed', { item_id: itemId });
    });
  }

  /** Saves one changed or new line of a draft, and the draft's new totals. */
  private async changeItem(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    merged: readonly OrderLine[],
    change: LineChange,
  ): Promise<ChangedItem> {
    const taker = { id: change.id ?? null, externalId: change.externalId };
    await requireOwnExternalId(tx, 'purchase_order_items', taker);
    const { written, itemIds, totals } = await this.writeLines(tx, order, merged, [change]);
    const [item] = written.map((line) => newItem(line, itemIds));
    if (!item) throw new Error('The line was not written');
    this.orders.update(tx, order, { ...totalsOf(totals), changedByIds: changedBy(order.changedByIds, actor) });
    return { item, orderId: order.id, totals, version: order.version };
  }

  /** Prices a draft's lines and saves the changed ones; with a new currency all of them, because of the rounding. */
  private async writeLines(
    tx: Transaction,
    order: PurchaseOrder,
    merged: readonly OrderLine[],
    changes: readonly LineChange[],
    currency = order.currency,
  ) {
    const { lines, totals } = pricedLines(merged, currency);
    const mentioned = new Set(changes.map(({ id }) => id));
    const isStored = ({ line: { id } }: PricedLine): boolean => id !== null;
    const written = lines.filter(({ line }) => currency !== order.currency || mentioned.has(line.id ?? undefined));
    await this.orders.updateItems(tx, order.id, written.filter(isStored));
    const added = lines.filter((line) => !isStored(line));
    const itemIds = await this.orders.insertItems(tx, order.id, added);
    return { written, itemIds, totals };
  }

  /** @throws DomainError NOT_FOUND if the given line is not in the draft, PRECONDITION_FAILED, INVALID_STATUS */
  private async itemsWith(
    tx: Transaction,
    order: PurchaseOrder,
    itemId: OrderItemId,
    ifMatch: IfMatch,
  ): Promise<readonly OrderLine[]> {
    const items = await this.orders.itemsOf(tx, order.id);
    if (!items.some(({ id }) => id === itemId)) throw notFound();
    requireVersion(ifMatch, order.version);
    nextStatus(order.status, 'edit');
    return items;
  }

  private async attach(
    tx: Transaction,
    actor: Actor,
    id: OrderId,
    attachments: readonly LinkInput[] = [],
  ): Promise<readonly DocumentRow[]> {
    if (attachments.length === 0) return [];
    await this.links.attach(tx, actor, id, attachments);
    return tx.execute<DocumentRow>(documentsOf(tx.tenantId, [id]));
  }
}

/** @throws DomainError VALIDATION_ERROR on each `items.<index>.external_id` that another line already has */
async function requireOwnLineIds(tx: Transaction, items: readonly LineChange[]): Promise<void> {
  const takers = items.map(({ id = null, externalId }, index) => {
    return { id, externalId, field: `items.${index}.external_id` };
  });
  await requireOwnExternalId(tx, 'purchase_order_items', ...takers);
}
