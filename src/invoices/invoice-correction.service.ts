import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { decimal } from '../common/money';
import type { Transaction } from '../database';
import { type IfMatch, requireVersion } from '../http';
import { TenantSettings } from '../tenants';
import { VendorsService } from '../vendors';
import { dueDate } from './domain/entry/due-date';
import { invoiceIdentity } from './domain/entry/duplicates';
import { isOpen, nextStatus } from './domain/lifecycle';
import { mergeLines } from './domain/entry/lines';
import { headerTotals } from './domain/entry/totals';
import { InvoiceChronicle } from './approval/invoice-history';
import { refusingDuplicates, warningOfLikeness } from './invoice-duplicates';
import type { InvoiceInput } from './domain/entry/input';
import { type InvoiceAnswer, InvoiceWork, type LockedInvoice } from './invoice-work';
import { type InvoiceColumns, InvoicesRepository } from './invoices.repository';
import { MatchingService } from './approval/matching.service';
import { pricedLines } from './domain/entry/draft';
import type { StoredInvoice } from './entities/stored-invoice';

/** Corrects invoices until they are decided. */
@Injectable()
export class InvoiceCorrectionService {
  constructor(
    private readonly work: InvoiceWork,
    private readonly invoices: InvoicesRepository,
    private readonly vendors: VendorsService,
    private readonly tenants: TenantSettings,
    private readonly matches: MatchingService,
    private readonly chronicle: InvoiceChronicle,
  ) {}

  /**
   * Corrects an invoice that is not decided. One that waits is matched again, and with it the order's others.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS, VALIDATION_ERROR on the field that is wrong
   */
  async update(actor: Actor, id: number, input: InvoiceInput, ifMatch?: IfMatch): Promise<InvoiceAnswer> {
    const correct = () =>
      this.work.change(actor, id, async (tx, locked) => {
        requireVersion(ifMatch, locked.invoice.version);
        nextStatus(locked.invoice.status, 'update');
        const header = await this.headerChanges(tx, locked.invoice, input);
        const totals = await this.lineChanges(tx, locked, input);
        const changed = await this.work.update(tx, id, { ...header, ...totals });
        await this.chronicle.note(tx, actor, id, 'updated', { fields: changedFields(input) });
        if (isOpen(changed.status)) await this.matches.matchAgain(tx, actor, changed, locked.order);
        return warningOfLikeness(tx, changed);
      });
    return refusingDuplicates(correct);
  }

  private async headerChanges(tx: Transaction, invoice: StoredInvoice, input: InvoiceInput): Promise<InvoiceColumns> {
    const { number = invoice.vendorInvoiceNumber, invoiceDate = invoice.invoiceDate, description } = input;
    const { fiscal_year_start_month } = (await this.tenants.of(tx)).settings;
    const identity = invoiceIdentity(invoice.vendorId, number, invoiceDate, fiscal_year_start_month);
    return {
      vendorInvoiceNumber: number,
      numberKey: identity.numberKey,
      fiscalYear: identity.fiscalYear,
      invoiceDate,
      dueDate: await this.newDueDate(tx, invoice, invoiceDate, input.dueDate),
      ...(description !== undefined && { description }),
    };
  }

  /** The day given; else the day that stands, unless the invoice's date has moved past it: then the terms decide anew. */
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

  /** Writes the lines that change and answers the totals that follow. */
  private async lineChanges(
    tx: Transaction,
    { invoice, order }: LockedInvoice,
    { lines: changes = [], linesField: field, totals: printed }: InvoiceInput,
  ): Promise<InvoiceColumns> {
    const { currency } = invoice;
    const { default_vat_rate } = (await this.tenants.of(tx)).settings;
    const context = { orderLines: order?.items ?? [], defaultVatRate: decimal(default_vat_rate), field };
    const { lines, totals } = pricedLines(mergeLines(invoice.lines, changes, context), currency, field);
    const mentioned = new Set(changes.map((change) => change.id));
    await this.invoices.updateLines(
      tx,
      invoice.id,
      lines.filter(({ line }) => line.id !== null && mentioned.has(line.id)),
    );
    await this.invoices.insertLines(
      tx,
      invoice.id,
      lines.filter(({ line }) => line.id === null),
    );
    // Lines without totals are computed anew; without either, what was printed stays as it is.
    const { subtotal, vat, total } = headerTotals(printed, changes.length > 0 ? totals : invoice.totals, currency);
    return { subtotal, vatAmount: vat, total };
  }
}

/** What the request changes, for the audit trail. */
function changedFields({ linesField, totals, ...fields }: InvoiceInput): string[] {
  const given = Object.entries({ ...fields, ...totals }).filter(([, value]) => value !== undefined);
  return given.map(([name]) => (name === 'lines' ? linesField : name));
}
