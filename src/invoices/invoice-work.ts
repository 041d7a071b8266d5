import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import type { Warning } from '../common/warning';
import { type Transaction, UnitOfWork } from '../database';
import type { LockedOrder } from '../goods-receipts';
import { OrderProgressService } from '../purchase-orders';
import type { InvoiceRow } from './entities/invoice-rows';
import { InvoicesQueries } from './invoices.queries';
import { type InvoiceColumns, InvoicesRepository } from './invoices.repository';
import type { StoredInvoice } from './entities/stored-invoice';

/** An invoice, locked, with its order, locked before it. */
export interface LockedInvoice {
  readonly invoice: StoredInvoice;
  /** Null without an order. */
  readonly order: LockedOrder | null;
  /** When the work began. */
  readonly now: Date;
}

/** An invoice as it stands after a change, and what the caller should know about it. */
export interface InvoiceAnswer {
  readonly invoice: InvoiceRow;
  readonly warnings: readonly Warning[];
}

/**
 * How every verb changes an invoice: one transaction, the order locked first and the invoice then, the rest up to the
 * verb. That one order of locks keeps two verbs from waiting for each other.
 */
@Injectable()
export class InvoiceWork {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly invoices: InvoicesRepository,
    private readonly orders: OrderProgressService,
    private readonly queries: InvoicesQueries,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** Runs `work` on the locked invoice and answers what it answers. Throws NOT_FOUND. */
  async on<T>(actor: Actor, id: number, work: (tx: Transaction, locked: LockedInvoice) => Promise<T>): Promise<T> {
    return this.unitOfWork.run(actor.tenantId, async (tx) =>
      work(tx, await this.locked(tx, id, await this.invoices.orderOf(tx, id))),
    );
  }

  /** {@link on} for a decision or a payment: the caller is confirmed in the transaction, before anything is locked. */
  async onConfirmed<T>(
    actor: Actor,
    id: number,
    work: (tx: Transaction, locked: LockedInvoice) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, orderId] = await Promise.all([this.authority.confirm(tx, actor), this.invoices.orderOf(tx, id)]);
      return work(tx, await this.locked(tx, id, orderId));
    });
  }

  /** Runs `work` on the locked invoice and answers the whole invoice as it is then, with the warnings of `work`. */
  async change(
    actor: Actor,
    id: number,
    work: (tx: Transaction, locked: LockedInvoice) => Promise<readonly Warning[] | undefined>,
  ): Promise<InvoiceAnswer> {
    return this.on(actor, id, (tx, locked) => this.whole(tx, locked, work));
  }

  /** {@link change} for a decision: the caller is confirmed in the transaction, before anything is locked. */
  async changeConfirmed(
    actor: Actor,
    id: number,
    work: (tx: Transaction, locked: LockedInvoice) => Promise<readonly Warning[] | undefined>,
  ): Promise<InvoiceAnswer> {
    return this.onConfirmed(actor, id, (tx, locked) => this.whole(tx, locked, work));
  }

  /** Runs `work`, which enters an invoice and answers its id, and answers the whole invoice. */
  async enter(
    actor: Actor,
    work: (tx: Transaction, now: Date) => Promise<{ readonly id: number; readonly warnings: readonly Warning[] }>,
  ): Promise<InvoiceAnswer> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { id, warnings } = await work(tx, this.clock.now());
      return { invoice: await this.queries.get(tx.tenantId, id), warnings };
    });
  }

  /** Writes these columns of the locked invoice and answers it as it is now. */
  async update(tx: Transaction, id: number, columns: InvoiceColumns): Promise<StoredInvoice> {
    await this.invoices.update(tx, id, columns, this.clock.now());
    return this.invoices.lock(tx, id);
  }

  private async locked(tx: Transaction, id: number, orderId: number | null): Promise<LockedInvoice> {
    const order = orderId === null ? null : await this.orders.lock(tx, orderId);
    return { invoice: await this.invoices.lock(tx, id), order, now: this.clock.now() };
  }

  private async whole(
    tx: Transaction,
    locked: LockedInvoice,
    work: (tx: Transaction, locked: LockedInvoice) => Promise<readonly Warning[] | undefined>,
  ): Promise<InvoiceAnswer> {
    const warnings = (await work(tx, locked)) ?? [];
    return { invoice: await this.queries.get(tx.tenantId, locked.invoice.id), warnings };
  }
}
