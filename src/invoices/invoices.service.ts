import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { decimal } from '../common/money';
import { NumberSeries, type Transaction } from '../database';
import { dueDate } from './domain/entry/due-date';
import { invoiceIdentity } from './domain/entry/duplicates';
import { mergeLines } from './domain/entry/lines';
import { headerTotals } from './domain/entry/totals';
import { InvoiceChronicle } from './approval/invoice-history';
import { refusingDuplicates, warningOfLikeness } from './invoice-duplicates';
import type { NewInvoiceInput } from './domain/entry/input';
import { InvoiceReferences } from './invoice-references';
import { type InvoiceAnswer, InvoiceWork } from './invoice-work';
import { InvoicesRepository, type LineRecord, type NewInvoiceRecord } from './invoices.repository';
import { pricedLines } from './domain/entry/draft';
import { requireUnblocked } from './vendor-block';

/** Enters invoices. */
@Injectable()
export class InvoiceEntryService {
  constructor(
    private readonly work: InvoiceWork,
    private readonly invoices: InvoicesRepository,
    private readonly references: InvoiceReferences,
    private readonly chronicle: InvoiceChronicle,
    private readonly numbers: NumberSeries,
    private readonly clock: Clock,
  ) {}

  /**
   * Enters an invoice as a draft.
   * @throws DomainError VALIDATION_ERROR on the field that is wrong, the vendor's number when it was used before
   *   included; VENDOR_BLOCKED
   */
  async create(actor: Actor, input: NewInvoiceInput): Promise<InvoiceAnswer> {
    const year = this.clock.now().getUTCFullYear();
    // Before the transaction: creates of one tenant must not wait for each other's.
    const invoiceNumber = await this.numbers.next(actor.tenantId, 'INV', year);
    const enter = () =>
      this.work.enter(actor, async (tx, now) => {
        const { record, lines } = await this.prepare(tx, actor, invoiceNumber, input);
        const id = await this.invoices.insert(tx, record, now);
        await this.invoices.insertLines(tx, id, lines);
        const invoice = await this.invoices.lock(tx, id);
        await this.chronicle.tell(tx, actor, invoice, 'created', { created_at: now.toISOString() });
        return { id, warnings: await warningOfLikeness(tx, invoice) };
      });
    return refusingDuplicates(enter);
  }

  private async prepare(
    tx: Transaction,
    actor: Actor,
    invoiceNumber: string,
    input: NewInvoiceInput,
  ): Promise<{ readonly record: NewInvoiceRecord; readonly lines: readonly LineRecord[] }> {
    const { vendor, tenant, order, currency, departmentId } = await this.references.resolve(tx, actor, input);
    const { default_vat_rate, fiscal_year_start_month } = tenant.settings;
    const { number, invoiceDate, linesField: field } = input;
    const context = { orderLines: order?.lines ?? [], defaultVatRate: decimal(default_vat_rate), field };
    const { lines, totals } = pricedLines(mergeLines([], input.lines, context), currency, field);
    const record = {
      invoiceNumber,
      vendorInvoiceNumber: number,
      identity: invoiceIdentity(vendor.id, number, invoiceDate, fiscal_year_start_month),
      orderId: order?.id ?? null,
      departmentId,
      currency,
      totals: headerTotals(input.totals, totals, currency),
      invoiceDate,
      dueDate: dueDate(invoiceDate, input.dueDate, vendor.paymentTerms),
      description: input.description ?? null,
      createdById: actor.userId,
    };
    requireUnblocked(vendor);
    return { record, lines };
  }
}
