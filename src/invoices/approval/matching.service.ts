import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { ZERO } from '../../common/money';
import { AuditLog, type Transaction } from '../../database';
import { type LockedOrder, ReceivingService } from '../../goods-receipts';
import { OrderProgressService } from '../../purchase-orders';
import { TenantSettings } from '../../tenants';
import type { OrderFacts } from '../domain/matching/facts';
import { statusAfterMatch } from '../domain/lifecycle';
import { matchInvoice, type MatchResult } from '../domain/matching/match';
import { type ApprovalPolicy, isApprovable } from '../domain/approval/policy';
import { matchQueue } from '../domain/matching/match-queue';
import type { Tolerances } from '../domain/matching/tolerance';
import { approvalPolicyOf, tolerancesOf } from '../match-settings';
import { MatchingRepository, type MatchRecord } from './matching.repository';
import { queuedInvoice, type StoredInvoice } from '../entities/stored-invoice';

/** A fresh match of one invoice. */
export interface FreshMatch {
  readonly result: MatchResult;
  /** Whether somebody may approve it. */
  readonly approvable: boolean;
}

/**
 * Gathers the facts of a match and writes down what it found. Every method runs in the caller's transaction, under the
 * lock the caller holds on the order, in a number of statements that does not grow with invoices or lines.
 */
@Injectable()
export class MatchingService {
  constructor(
    private readonly matching: MatchingRepository,
    private readonly orders: OrderProgressService,
    private readonly receiving: ReceivingService,
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Matches one invoice among those that wait; a draft counts as submitted now. Nothing is written. */
  async fresh(tx: Transaction, invoice: StoredInvoice, locked: LockedOrder | null): Promise<FreshMatch> {
    const { tolerances, policy } = await this.settings(tx);
    const result = locked
      ? await this.inQueue(tx, invoice, locked, tolerances)
      : matchInvoice(invoice, null, new Map(), tolerances);
    return { result, approvable: isApprovable({ status: result.status, withOrder: locked !== null }, policy) };
  }

  /** Writes the match of one invoice, with the status it leads to. */
  async keep(tx: Transaction, record: MatchRecord): Promise<void> {
    await this.matching.write(tx, [record], this.clock.now());
  }

  /** Matches a waiting invoice that has changed, and with it the order's others. */
  async matchAgain(tx: Transaction, actor: Actor, invoice: StoredInvoice, locked: LockedOrder | null): Promise<void> {
    if (locked) return this.rematch(tx, actor, locked);
    const { result, approvable } = await this.fresh(tx, invoice, null);
    await this.keep(tx, { invoice, result, status: statusAfterMatch(invoice.status, approvable) });
  }

  /** {@link rematch} after the order itself has changed in this transaction. */
  async rematchOrder(tx: Transaction, actor: Actor, orderId: number): Promise<void> {
    await this.rematch(tx, actor, await this.orders.lock(tx, orderId));
  }

  /**
   * Matches an order's waiting invoices again: something they are matched with has changed. Those that become
   * approvable wait for their decision, those that no longer are go back to submitted.
   */
  async rematch(tx: Transaction, actor: Actor, locked: LockedOrder): Promise<void> {
    const { tolerances, policy } = await this.settings(tx);
    const [waiting, facts, billed] = await this.facts(tx, locked);
    if (waiting.length === 0) return;
    const results = matchQueue(waiting.map(queuedInvoice), facts, billed, tolerances);
    const records = waiting.flatMap((invoice): MatchRecord[] => {
      const result = results.get(invoice.id);
      if (!result) return [];
      const approvable = isApprovable({ status: result.status, withOrder: true }, policy);
      return [{ invoice, result, status: statusAfterMatch(invoice.status, approvable) }];
    });
    await this.matching.write(tx, records, this.clock.now());
    await this.audit.record(tx, actor, ...records.filter(hasMoved).map(moved));
  }

  private async inQueue(
    tx: Transaction,
    invoice: StoredInvoice,
    locked: LockedOrder,
    tolerances: Tolerances,
  ): Promise<MatchResult> {
    const [waiting, facts, billed] = await this.facts(tx, locked);
    const others = waiting.filter(({ id }) => id !== invoice.id);
    const result = matchQueue([...others, invoice].map(queuedInvoice), facts, billed, tolerances).get(invoice.id);
    if (!result) throw new Error('The queue lost an invoice');
    return result;
  }

  private async facts(tx: Transaction, { order, items }: LockedOrder) {
    const [waiting, billed, accepted, threeWay] = await Promise.all([
      this.matching.waiting(tx, order.id),
      this.matching.billedForGood(tx, order.id),
      this.receiving.acceptedByItem(tx, order.id),
      this.receiving.isThreeWay(tx, order),
    ]);
    const facts: OrderFacts = {
      vendorId: order.vendorId,
      currency: order.currency,
      billable: order.status === 'approved' || order.status === 'completed',
      threeWay,
      lines: items.map((item) => ({
        id: item.id,
        lineNumber: item.lineNumber,
        description: item.description,
        unit: item.unit,
        unitPrice: item.unitPrice,
        vatRate: item.vatRate,
        ordered: item.quantity.minus(item.closedQuantity),
        accepted: accepted.get(item.id) ?? ZERO,
      })),
    };
    return [waiting, facts, billed] as const;
  }

  private async settings(tx: Transaction): Promise<{ tolerances: Tolerances; policy: ApprovalPolicy }> {
    const { settings } = await this.tenants.of(tx);
    return { tolerances: tolerancesOf(settings), policy: approvalPolicyOf(settings) };
  }
}

function hasMoved({ invoice, status }: MatchRecord): boolean {
  return invoice.status !== status;
}

function moved({ invoice, result, status }: MatchRecord) {
  const details = { from: invoice.status, to: status, match_status: result.status };
  return { action: 'rematched', entityType: 'invoice', entityId: invoice.id, details };
}
