import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { DomainError } from '../../../common/errors';
import { type Decimal, decimal, ZERO } from '../../../common/money';
import type { InvoiceId } from '../../../common/records/ids';
import { AuditLog, type Transaction } from '../../../platform/database';
import { ReceivingService } from '../../goods-receipts';
import { isInForce, type LockedOrder, type OrderMatching, type OrderProgress } from '../../purchase-orders';
import { type Settings, type TenantProfile, TenantSettings } from '../../../organisation/tenants';
import { type ApprovalPolicy, isApprovable } from '../domain/approval/authority';
import { statusAfterMatch } from '../domain/lifecycle';
import { type OrderFacts, orderedQuantity } from '../domain/matching/facts';
import { isBeyondAgreed } from '../domain/approval/agreed';
import { matchInvoice, matchQueue, type MatchResult } from '../domain/matching/match';
import type { Tolerances } from '../domain/matching/line-match';
import { queuedInvoice, type StoredInvoice } from '../entities/stored-invoice';
import { InvoiceEvents } from '../invoice-events';
import { InvoiceSteps } from '../invoice-steps.service';
import { MatchingRepository, type MatchRecord } from './matching.repository';

export interface FreshMatch {
  readonly result: MatchResult;
  readonly approvable: boolean;
  /** Whether it bills more than agreed, so that the budget is checked for the cost above the commitment. */
  readonly beyondAgreed: boolean;
  readonly waiting: readonly StoredInvoice[];
}

export interface KnownFacts {
  readonly progress?: OrderProgress;
  readonly waiting?: readonly StoredInvoice[];
  /** The changed invoice: its approval starts again. */
  readonly changed?: InvoiceId;
  /** The invoice whose change the caller publishes itself, so that the match publishes no event for it. */
  readonly suppressEventFor?: InvoiceId;
}

/** INVOICE_NOT_MATCHED with the match result. The controller translates its reasons. */
export class NotMatchedError extends DomainError {
  constructor(readonly result: MatchResult) {
    super('INVOICE_NOT_MATCHED', { key: 'invoice.not_matched', params: { match_status: result.status } });
  }
}

/**
 * Reads the facts of a match and saves the result, under the caller's lock on the order.
 * The number of statements does not grow with invoices or lines.
 */
@Injectable()
export class MatchingService implements OrderMatching {
  constructor(
    private readonly matching: MatchingRepository,
    private readonly receiving: ReceivingService,
    private readonly tenants: TenantSettings,
    private readonly steps: InvoiceSteps,
    private readonly events: InvoiceEvents,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Matches one invoice among the order's open ones, without saving. A draft comes last.
   * @throws DomainError NOT_FOUND if the tenant does not exist
   */
  async match(tx: Transaction, invoice: StoredInvoice, locked: LockedOrder | null): Promise<FreshMatch> {
    const tenant = await this.tenants.of(tx);
    const { settings } = tenant;
    const tolerances = tolerancesOf(tenant, invoice.currency);
    const [all, progress] = locked
      ? await Promise.all([this.matching.waiting(tx, locked.order.id), this.progressOf(tx, locked)])
      : [[], undefined];
    const waiting = all.filter(({ id }) => id !== invoice.id);
    const queue = [...waiting, invoice].map(queuedInvoice);
    const result =
      locked && progress
        ? matchQueue(queue, orderFacts(locked, progress), progress.billed, tolerances).get(invoice.id)
        : matchInvoice(queuedInvoice(invoice), null, new Map(), tolerances);
    if (!result) throw new Error('The match returned no result for the invoice');
    const approvable = isApprovable({ status: result.status, withOrder: locked !== null }, policyOf(settings));
    const ordered = new Map(locked?.items.map((item) => [item.id, item.quantity]));
    return { result, approvable, waiting, beyondAgreed: isBeyondAgreed(result, ordered, tolerances.quantity) };
  }

  async save(tx: Transaction, record: MatchRecord): Promise<StoredInvoice> {
    await this.matching.write(tx, [record], this.clock.now());
    return afterMatch(record);
  }

  /**
   * Matches a changed open invoice and the order's other open invoices.
   * @param publishEvent false if the caller publishes an event for this invoice
   */
  async matchAgain(
    tx: Transaction,
    actor: Actor,
    invoice: StoredInvoice,
    locked: LockedOrder | null,
    { publishEvent = true }: { readonly publishEvent?: boolean } = {},
  ): Promise<StoredInvoice> {
    if (locked) {
      const known = { changed: invoice.id, ...(!publishEvent && { suppressEventFor: invoice.id }) };
      const matched = await this.rematchAll(tx, actor, locked, known);
      return matched.find(({ id }) => id === invoice.id) ?? invoice;
    }
    const { result, approvable } = await this.match(tx, invoice, null);
    const status = statusAfterMatch(invoice.status, mayWait(invoice, approvable));
    const current = await this.steps.follow(tx, [{ invoice, status, changed: true }], null);
    const record = { invoice, result, status, currentStep: current.get(invoice.id) ?? null };
    const matched = await this.save(tx, record);
    if (hasChanged(record)) await this.audit.record(tx, actor, rematched(record));
    if (publishEvent) await this.publishChanged(tx, [record], null, this.clock.now());
    return matched;
  }

  /** Publishes an event for each match that changed the status or the match status. */
  async publishChanged(
    tx: Transaction,
    records: readonly MatchRecord[],
    order: LockedOrder | null,
    at: Date,
  ): Promise<void> {
    const changed = records.filter(({ invoice: { status, matchStatus }, ...now }) => {
      return status !== now.status || matchStatus !== now.result.status;
    });
    const matches = changed.map((record) => {
      const { status: previous_status, matchStatus: previous_match_status } = record.invoice;
      const more = { previous_status, previous_match_status, matched_at: at.toISOString() };
      return { about: { invoice: afterMatch(record), order }, more };
    });
    await this.events.publishMatches(tx, matches);
  }

  /** Matches the order's open invoices again. Approvable ones become pending, others submitted. */
  async rematch(tx: Transaction, actor: Actor, locked: LockedOrder, known: KnownFacts = {}): Promise<void> {
    await this.rematchAll(tx, actor, locked, known);
  }

  private async rematchAll(
    tx: Transaction,
    actor: Actor,
    locked: LockedOrder,
    known: KnownFacts,
  ): Promise<readonly StoredInvoice[]> {
    const waiting = known.waiting ?? (await this.matching.waiting(tx, locked.order.id));
    if (waiting.length === 0) return [];
    const [tenant, progress] = await Promise.all([this.tenants.of(tx), known.progress ?? this.progressOf(tx, locked)]);
    const tolerances = tolerancesOf(tenant, locked.order.currency);
    const results = matchQueue(waiting.map(queuedInvoice), orderFacts(locked, progress), progress.billed, tolerances);
    const policy = policyOf(tenant.settings);
    const matched = waiting.flatMap((invoice) => {
      const result = results.get(invoice.id);
      if (!result) return [];
      const approvable = isApprovable({ status: result.status, withOrder: true }, policy);
      const status = statusAfterMatch(invoice.status, mayWait(invoice, approvable));
      return [{ invoice, result, status, changed: invoice.id === known.changed }];
    });
    const current = await this.steps.follow(tx, matched, locked);
    const records = matched.map((one): MatchRecord => ({ ...one, currentStep: current.get(one.invoice.id) ?? null }));
    const now = this.clock.now();
    await this.matching.write(tx, records, now);
    await this.audit.record(tx, actor, ...records.filter(hasChanged).map(rematched));
    const toPublish = records.filter(({ invoice }) => invoice.id !== known.suppressEventFor);
    await this.publishChanged(tx, toPublish, locked, now);
    return records.map(afterMatch);
  }

  private async progressOf(tx: Transaction, { order }: LockedOrder): Promise<OrderProgress> {
    const [billed, accepted, threeWay] = await Promise.all([
      this.matching.billedByItem(tx, order.id),
      this.receiving.acceptedByItem(tx, order.id),
      this.receiving.isThreeWay(tx, order),
    ]);
    return { billed, accepted, threeWay };
  }
}

/** Whether it may become pending: invoices of a blocked vendor stay submitted. */
function mayWait({ vendorBlocked }: StoredInvoice, approvable: boolean): boolean {
  return approvable && !vendorBlocked;
}

function orderFacts({ order, items }: LockedOrder, { accepted, threeWay }: OrderProgress): OrderFacts {
  return {
    vendorId: order.vendorId,
    currency: order.currency,
    billable: isInForce(order.status),
    threeWay,
    lines: items.map((item) => {
      const line = { ...item, accepted: accepted.get(item.id) ?? ZERO };
      return { ...line, ordered: orderedQuantity(line) };
    }),
  };
}

function tolerancesOf({ settings, currency: own }: TenantProfile, currency: string): Tolerances {
  const { price_tolerance_abs: ofOwn, tolerances_by_currency: others } = settings;
  return {
    price: {
      pct: given(settings.price_tolerance_pct),
      abs: given(currency === own ? ofOwn : (others[currency] ?? null)),
    },
    quantity: { pct: given(settings.quantity_tolerance_pct), abs: given(settings.quantity_tolerance_abs) },
    checkUnder: settings.check_under,
  };
}

function policyOf(settings: Settings): ApprovalPolicy {
  return {
    approvableMatchStatuses: settings.approvable_match_statuses,
    invoicesWithoutOrder: settings.invoices_without_po,
  };
}

function given(value: number | null): Decimal | null {
  return value === null ? null : decimal(value);
}

function afterMatch({ invoice, status, currentStep, result }: MatchRecord): StoredInvoice {
  return { ...invoice, status, currentStep, matchStatus: result.status };
}

function hasChanged({ invoice, result, status, currentStep }: MatchRecord): boolean {
  return invoice.status !== status || invoice.matchStatus !== result.status || invoice.currentStep !== currentStep;
}

function rematched({ invoice, result, status }: MatchRecord) {
  const details = { from: invoice.status, to: status, match_status: result.status };
  return { action: 'rematched', entityType: 'invoice' as const, entityId: invoice.id, details };
}
