import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import { omitUndefined } from '../../common/records/given';
import { decimal } from '../../common/money';
import {
  changeExternal,
  NumberSeries,
  requireOwnExternalId,
  type Transaction,
  UnitOfWork,
} from '../../platform/database';
import { externalChanges, type ExternalInput, newExternal } from '../../common/records/external';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { InvoiceId, UserId } from '../../common/records/ids';
import { numberKey } from '../../common/records/keys';
import { requireRule } from '../../common/actor/abilities';
import { TokenAuthority } from '../../organisation/auth';
import { type FiscalCalendar, FiscalYears, storedBy, TenantSettings } from '../../organisation/tenants';
import { isBlocked, VendorReferences } from '../vendors';
import { InvoiceEffects } from './invoice-effects';
import { InvoiceSteps } from './invoice-steps.service';
import { MatchingService } from './matching/matching.service';
import { dueDate, invoiceIdentity, requireNearDate } from './domain/entry/header';
import { mergeLines, pricedLines } from './domain/entry/lines';
import { headerTotals, type HeaderTotals, type PrintedTotals } from './domain/entry/totals';
import { isOpen, nextStatus } from './domain/lifecycle';
import { type StoredInvoice, totalsOf } from './entities/stored-invoice';
import { type InvoiceChanges, InvoicesRepository, type LockedInvoice, type NewInvoice } from './invoices.repository';
import { InvoiceExternals } from './identity/invoice-externals.repository';
import { InvoiceReferences } from './queries/invoice-references';
import { InvoicesQueries } from './queries/invoices.queries';
import type { InvoiceRow } from './http/answers';
import type { InvoiceInput, NewInvoiceInput } from './http/requests';

export interface ExternalPart {
  readonly id: InvoiceId;
  readonly lineId?: number;
  readonly paymentId?: number;
}

@Injectable()
export class InvoicesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly references: InvoiceReferences,
    private readonly vendors: VendorReferences,
    private readonly tenants: TenantSettings,
    private readonly fiscalYears: FiscalYears,
    private readonly matching: MatchingService,
    private readonly steps: InvoiceSteps,
    private readonly effects: InvoiceEffects,
    private readonly externals: InvoiceExternals,
    private readonly queries: InvoicesQueries,
    private readonly numbers: NumberSeries,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError VALIDATION_ERROR on the invalid field, also for a vendor number that was used before */
  async create(actor: Actor, input: NewInvoiceInput): Promise<InvoiceRow> {
    const year = this.clock.now().getUTCFullYear();
    // Before the transaction, so that concurrent creates of one tenant do not wait for each other.
    const invoiceNumber = await this.numbers.next(actor.tenantId, 'INV', year);
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const now = this.clock.now();
      // Before any record is locked.
      const calendar = await this.fiscalYears.hold(tx);
      const { draft, order, lines } = await this.draftOf(tx, actor, calendar, { ...input, invoiceNumber });
      await this.invoices.requireUnused(tx, calendar, draft);
      await requireOwnIds(tx, null, input);
      const invoice = await this.invoices.insert(tx, draft, lines, now);
      await this.effects.recordAndPublish(tx, actor, { invoice, order }, 'created', { created_at: now.toISOString() });
      return this.queries.get(tx, invoice.id);
    });
  }

  /**
   * Updates an invoice before its decision. If it is open, it and the order's other open invoices are
   * matched again.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS, VALIDATION_ERROR on the invalid field
   */
  async update(actor: Actor, id: InvoiceId, input: InvoiceInput, ifMatch?: IfMatch): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      // Before any record is locked.
      const calendar = await this.fiscalYears.hold(tx);
      const locked = await this.invoices.lock(tx, id);
      requireVersion(ifMatch, locked.version);
      nextStatus(locked.invoice.status, 'update');
      const header = await this.headerChanges(tx, locked.invoice, input, calendar);
      if (header.numberKey !== undefined || input.invoiceDate !== undefined) {
        const { numberKey: key = numberKey(header.vendorInvoiceNumber) } = header;
        await this.invoices.requireUnused(tx, calendar, { ...locked.invoice, ...header, numberKey: key });
      }
      await requireOwnIds(tx, id, input);
      const { lines, totals } = await this.changeLines(tx, locked, input);
      const { subtotal, vat, total } = totals;
      const changedByIds = withUser(locked.invoice.changedByIds, actor.userId);
      const changes = { ...header, subtotal, vatAmount: vat, total, changedByIds };
      const changed = await this.invoices.update(tx, { ...locked.invoice, lines }, changes);
      await this.effects.record(tx, actor, id, 'updated', { fields: changedFields(input) });
      if (isOpen(changed.status)) await this.matching.matchAgain(tx, actor, changed, locked.order);
      return this.queries.get(tx, id);
    });
  }

  /**
   * Submits and matches a draft. It becomes pending if the result is approvable and the vendor is not blocked.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async submit(actor: Actor, id: InvoiceId): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { invoice, order, now } = await this.invoices.lock(tx, id);
      const status = nextStatus(invoice.status, 'submit');
      const submission = { status, submittedAt: now, submittedById: actor.userId };
      const submitted = await this.invoices.update(tx, invoice, submission);
      await this.effects.record(tx, actor, id, 'submitted');
      const matched = await this.matching.matchAgain(tx, actor, submitted, order, { publishEvent: false });
      const more = { submitted_at: now.toISOString() };
      await this.effects.publishEvent(tx, { invoice: matched, order }, 'submitted', more);
      return this.queries.get(tx, id);
    });
  }

  /**
   * Returns an open invoice to draft. The order's other open invoices are matched again.
   * @throws DomainError NOT_FOUND, INVALID_STATUS; FORBIDDEN_ABILITY if another user submitted it and the token lacks
   *   `admin`
   */
  async withdraw(actor: Actor, id: InvoiceId): Promise<InvoiceRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { invoice, order, now } = await this.invoices.lock(tx, id, this.authority.recheckToken(tx, actor));
      const { submittedById } = invoice;
      const status = nextStatus(invoice.status, 'withdraw');
      if (submittedById === null || submittedById !== actor.userId) requireRule(actor, 'invoices.withdraw_of_others');
      const draft = await this.invoices.update(tx, invoice, {
        status,
        submittedAt: null,
        submittedById: null,
        currentStep: null,
        changedByIds: withUser(invoice.changedByIds, submittedById),
        ...UNMATCHED,
      });
      await this.steps.end(tx, id);
      const more = { withdrawn_at: now.toISOString() };
      await this.effects.recordAndPublish(tx, actor, { invoice: draft, order }, 'withdrawn', more);
      if (order) await this.matching.rematch(tx, actor, order);
      return this.queries.get(tx, id);
    });
  }

  /**
   * Sets the external id and metadata of an invoice, a line or a payment, in any status: approved content does not
   * change.
   * @throws DomainError NOT_FOUND, also for a line or payment of another invoice; PRECONDITION_FAILED; VALIDATION_ERROR
   *   for an external id that another record has, or if the metadata of all lines exceeds its limit
   */
  async setExternal(actor: Actor, part: ExternalPart, input: ExternalInput, ifMatch: IfMatch): Promise<InvoiceRow> {
    const { id, lineId, paymentId } = part;
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { invoice, version } = await this.invoices.lock(tx, id);
      const found = await this.externals.find(tx, invoice, part);
      if (!found) throw notFound();
      requireVersion(ifMatch, version);
      const lines = lineId === undefined ? [] : invoice.lines;
      const changed = await changeExternal(tx, found.table, { ...found.external, id: found.id }, input, lines);
      if (changed) {
        await this.externals.set(tx, invoice, found, changed.changes);
        const details = { fields: changed.fields, ...omitUndefined({ line_item_id: lineId, payment_id: paymentId }) };
        await this.effects.record(tx, actor, id, 'updated', details);
      }
      return this.queries.get(tx, id);
    });
  }

  private async draftOf(
    tx: Transaction,
    actor: Actor,
    calendar: FiscalCalendar,
    input: NewInvoiceInput & Pick<NewInvoice, 'invoiceNumber'>,
  ) {
    const { vendor, tenant, order, currency, departmentId } = await this.references.resolve(tx, actor, input);
    const { default_vat_rate } = tenant.settings;
    const { invoiceNumber, vendorInvoiceNumber, invoiceDate, linesField: field } = input;
    requireNearDate('invoice_date', invoiceDate, this.clock.today());
    const context = { orderLines: order?.lines ?? [], defaultVatRate: decimal(default_vat_rate), field };
    const { lines, totals } = pricedLines(mergeLines([], input.lines, context), currency, field);
    const { startMonth, series: fiscalSeries } = storedBy(calendar);
    const identity = invoiceIdentity(vendor.id, vendorInvoiceNumber, invoiceDate, startMonth);
    const { subtotal, vat, total } = headerTotals(printedTotals(input), totals, currency);
    const draft = {
      ...identity,
      fiscalSeries,
      vendorId: vendor.id,
      invoiceNumber,
      vendorInvoiceNumber,
      purchaseOrderId: order?.id ?? null,
      departmentId,
      currency,
      subtotal,
      vatAmount: vat,
      total,
      invoiceDate,
      dueDate: dueDate(invoiceDate, input.dueDate, vendor.paymentTerms),
      description: input.description ?? null,
      createdById: actor.userId,
      ...newExternal(input),
      vendorBlocked: isBlocked(vendor),
    };
    return { draft, order: order ? { order } : null, lines };
  }

  private async headerChanges(
    tx: Transaction,
    invoice: StoredInvoice,
    input: InvoiceInput,
    calendar: FiscalCalendar,
  ): Promise<InvoiceChanges & Pick<NewInvoice, 'vendorInvoiceNumber' | 'invoiceDate'>> {
    const { vendorInvoiceNumber = invoice.vendorInvoiceNumber, invoiceDate = invoice.invoiceDate, description } = input;
    if (input.invoiceDate !== undefined) requireNearDate('invoice_date', invoiceDate, this.clock.today());
    const { startMonth, series: fiscalSeries } = storedBy(calendar);
    const { vendorId } = invoice;
    const { numberKey: key, fiscalYear } = invoiceIdentity(vendorId, vendorInvoiceNumber, invoiceDate, startMonth);
    // An unchanged number keeps its key, even if an older release computed it. Another invoice may then have that
    // number; both are valid.
    const renumbered = vendorInvoiceNumber === invoice.vendorInvoiceNumber ? {} : { numberKey: key };
    return {
      vendorInvoiceNumber,
      ...renumbered,
      fiscalYear,
      fiscalSeries,
      invoiceDate,
      dueDate: await this.newDueDate(tx, invoice, invoiceDate, input.dueDate),
      ...(description !== undefined && { description }),
      ...externalChanges(invoice, input),
    };
  }

  /** Without a requested date the current one stays, or the payment terms apply if it is before the invoice date. */
  private async newDueDate(
    tx: Transaction,
    invoice: StoredInvoice,
    invoiceDate: string,
    given: string | undefined,
  ): Promise<string> {
    if (given === undefined && invoice.dueDate >= invoiceDate) return invoice.dueDate;
    const { paymentTerms } = await this.vendors.lookUp(tx, invoice.vendorId);
    return dueDate(invoiceDate, given, paymentTerms);
  }

  private async changeLines(
    tx: Transaction,
    { invoice, order }: LockedInvoice,
    input: InvoiceInput,
  ): Promise<{ readonly lines: StoredInvoice['lines']; readonly totals: HeaderTotals }> {
    const { currency } = invoice;
    const { lines: changes = [], linesField: field } = input;
    const { default_vat_rate } = (await this.tenants.of(tx)).settings;
    const context = { orderLines: order?.items ?? [], defaultVatRate: decimal(default_vat_rate), field };
    const priced = pricedLines(mergeLines(invoice.lines, changes, context), currency, field);
    const mentioned = new Set(changes.map((change) => change.id));
    const lines = await this.invoices.writeLines(tx, invoice, priced.lines, mentioned);
    // Changed lines without totals: totals are computed again. Neither changed: the stored totals stay.
    const computed = changes.length > 0 ? priced.totals : totalsOf(invoice);
    return { lines, totals: headerTotals(printedTotals(input), computed, currency) };
  }
}

/** A withdrawal clears the previous match. */
const UNMATCHED = { matchStatus: 'pending_grn', match: null, lastMatchedAt: null } as const;

function withUser(users: readonly UserId[], user: UserId | null): UserId[] {
  return user === null || users.includes(user) ? [...users] : [...users, user];
}

function printedTotals({ subtotal, vatAmount: vat, total }: InvoiceInput): PrintedTotals {
  const exact = (value: number | undefined) => (value === undefined ? undefined : decimal(value));
  return omitUndefined<PrintedTotals>({ subtotal: exact(subtotal), vat: exact(vat), total: exact(total) });
}

function changedFields(input: InvoiceInput): string[] {
  const { externalId, metadata, vendorInvoiceNumber: number, subtotal, vatAmount: vat, total, ...header } = input;
  const { lines, linesField, ...rest } = header;
  const named = { externalId, metadata, number, ...rest, [linesField]: lines, subtotal, vat, total };
  return Object.keys(omitUndefined(named));
}

/** @throws DomainError VALIDATION_ERROR if another invoice or line already has one of the external ids */
async function requireOwnIds(
  tx: Transaction,
  id: InvoiceId | null,
  { externalId, lines = [], linesField }: InvoiceInput,
): Promise<void> {
  await requireOwnExternalId(tx, 'invoices', { id, externalId });
  const takers = lines.map((line, index) => {
    return { id: line.id ?? null, externalId: line.externalId, field: `${linesField}.${index}.external_id` };
  });
  await requireOwnExternalId(tx, 'invoice_items', ...takers);
}
