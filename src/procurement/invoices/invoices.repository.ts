import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../approvals';
import { Clock } from '../../common/clock';
import { invalidField, notFound } from '../../common/errors';
import type { MessageKey } from '../../messages';
import { ZERO } from '../../common/money';
import type { InvoiceId, OrderId } from '../../common/records/ids';
import { isUniqueViolation, isWithin, raiseVersion, type Transaction } from '../../platform/database';
import { assignSql, bindingOf, columnNames, recordsetSql } from '../../platform/records';
import type { OpenRecord, RemovingHolder } from '../documents';
import { type LockedOrder, OrderProgressService } from '../purchase-orders';
import { type FiscalCalendar, fiscalYearsOf } from '../../organisation/tenants';
import { requirePapersRemovable } from './domain/approval/steps';
import type { PricedInvoiceLine } from './domain/entry/lines';
import { noteInvoice, noteLines } from './entities/audited';
import { Invoice, ShownInvoiceItem } from './entities/invoice.entity';
import { storedInvoice, type StoredInvoice, type StoredInvoiceRow } from './entities/stored-invoice';
import { STORED } from './queries/invoices.sql';

/** An invoice and its order, locked in this transaction. Callers pass it on and do not lock or read it again. */
export interface LockedInvoice {
  readonly invoice: StoredInvoice;
  readonly order: LockedOrder | null;
  /** Version at the time of the lock. The next write increments it. */
  readonly version: number;
  readonly now: Date;
}

const INITIAL = {
  status: 'draft',
  matchStatus: 'pending_grn',
  creditedAmount: ZERO,
  paidAmount: ZERO,
  submittedAt: null,
  currentStep: null,
  submittedById: null,
  approvedAt: null,
  approvedById: null,
  overridden: false,
  paidAt: null,
} as const;

export type NewInvoice = Omit<StoredInvoice, 'id' | 'lines' | 'changedByIds' | keyof typeof INITIAL> &
  Pick<Invoice, 'numberKey' | 'fiscalYear' | 'fiscalSeries' | 'description'>;

export type InvoiceChanges = Partial<
  Omit<Invoice, 'tenantId' | 'id' | 'invoiceNumber' | 'createdAt' | 'updatedAt' | 'version'>
>;

@Injectable()
export class InvoicesRepository implements RemovingHolder {
  constructor(
    private readonly orders: OrderProgressService,
    private readonly approvals: ApprovalsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks the order first, then the invoice. All actions use this sequence, which prevents deadlocks.
   * @param confirmed pending check of the caller's token. Nothing is locked before it succeeds.
   * @throws DomainError NOT_FOUND, or the error of the token check
   */
  async lock(tx: Transaction, id: InvoiceId, confirmed?: Promise<void>): Promise<LockedInvoice> {
    const [orderId] = await Promise.all([this.orderOf(tx, id), confirmed]);
    const order = orderId === null ? null : await this.orders.lock(tx, orderId);
    // One statement for the invoice and its lines; TypeORM needs two (docs/decisions/repositories-and-sql.md).
    const [row] = await tx.query<StoredInvoiceRow>(`${STORED} AND i.id = $2 FOR UPDATE OF i`, [tx.tenantId, id]);
    if (!row) throw notFound();
    const invoice = storedInvoice(row);
    noteInvoice(tx, invoice, invoice);
    return { invoice, order, version: row.version, now: this.clock.now() };
  }

  /** @throws DomainError VALIDATION_ERROR on `invoice_number` for a number that the vendor already used */
  async insert(
    tx: Transaction,
    { vendorBlocked, ...invoice }: NewInvoice,
    lines: readonly PricedInvoiceLine[],
    at: Date,
  ): Promise<StoredInvoice> {
    const draft = { ...invoice, ...INITIAL, changedByIds: [] };
    const { identifiers } = await refusingDuplicates(
      tx.repository(Invoice).insert({ ...draft, tenantId: tx.tenantId, createdAt: at, updatedAt: at }),
    );
    const id = (identifiers[0] as Pick<Invoice, 'id'>).id;
    noteInvoice(tx, null, { ...draft, id });
    return { ...draft, id, vendorBlocked, lines: await this.insertLines(tx, id, lines) };
  }

  /** Also increments the version. @throws DomainError VALIDATION_ERROR on `invoice_number` for a used number */
  async update(tx: Transaction, invoice: StoredInvoice, changes: InvoiceChanges): Promise<StoredInvoice> {
    const updatedAt = this.clock.now();
    const update = { ...changes, updatedAt, version: () => 'version + 1' };
    await refusingDuplicates(tx.repository(Invoice).update({ tenantId: tx.tenantId, id: invoice.id }, update));
    const changed = { ...invoice, ...changes };
    noteInvoice(tx, invoice, changed);
    tx.outboxEvents.raised('invoice', invoice.id, updatedAt);
    return changed;
  }

  /**
   * @param lines all lines after the change; new ones have no id
   * @param changed ids of the changed lines
   */
  async writeLines(
    tx: Transaction,
    { id: invoiceId, lines: before }: StoredInvoice,
    lines: readonly PricedInvoiceLine[],
    changed: ReadonlySet<number | null | undefined>,
  ): Promise<StoredInvoice['lines']> {
    const changes = lines.filter(({ line }) => line.id !== null && changed.has(line.id));
    const additions = lines.filter(({ line }) => line.id === null);
    await this.updateLines(tx, invoiceId, changes);
    const added = await this.insertLines(tx, invoiceId, additions);
    const now = new Map(changes.map(({ line }) => [line.id, line]));
    const stored = before.map((line) => ({ ...line, ...now.get(line.id), id: line.id }));
    noteLines(tx, invoiceId, before, stored);
    return [...stored, ...added];
  }

  /** Locks an invoice without its order. @throws DomainError NOT_FOUND */
  async hold(tx: Transaction, id: number): Promise<void> {
    await this.open(tx, id);
  }

  /** Locks an invoice for a change of its documents. @throws DomainError NOT_FOUND */
  async open(tx: Transaction, id: number): Promise<OpenRecord> {
    const [row] = await tx.query<Pick<Invoice, 'id' | 'status' | 'version' | 'currentStep'>>(
      'SELECT id, status, version, current_step AS "currentStep" FROM invoices WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
      [tx.tenantId, id],
    );
    if (!row) throw notFound();
    const { status, version, currentStep } = row;
    // A separate statement: it starts after the invoice is locked, so that no step can be decided meanwhile.
    const approvers = currentStep === null ? [] : await this.approvals.approversOfInvoice(tx, row.id);
    return { version, requireRemovable: () => requirePapersRemovable(status, approvers.length > 0) };
  }

  /** Increments the version of a locked invoice when only its documents changed. */
  raise(tx: Transaction, id: number): Promise<void> {
    return raiseVersion(tx, 'invoice', id, this.clock);
  }

  /**
   * Requires that the vendor's number is unused in the fiscal year of the invoice date. The unique index covers one
   * start month of the fiscal year. While a change of the month is pending, this method checks both.
   * @throws DomainError VALIDATION_ERROR on `invoice_number`
   */
  async requireUnused(
    tx: Transaction,
    calendar: FiscalCalendar,
    invoice: Pick<Invoice, 'vendorId' | 'numberKey' | 'invoiceDate'> & { readonly id?: InvoiceId },
  ): Promise<void> {
    if (!calendar.pending) return;
    const { id = null, vendorId, numberKey, invoiceDate } = invoice;
    const used = await tx.query(
      `SELECT FROM invoices i
        WHERE i.tenant_id = $1 AND i.vendor_id = $2 AND i.number_key = $3 AND i.status <> 'cancelled' AND i.id IS DISTINCT FROM $4
          AND ${isWithin('i.invoice_date', '$5')} LIMIT 1`,
      [tx.tenantId, vendorId, numberKey, id, JSON.stringify(fiscalYearsOf(calendar, invoiceDate))],
    );
    if (used.length > 0) throw invalidField(USED_NUMBER.field, USED_NUMBER.key);
  }

  /** The order of an invoice. It never changes, so it can be read before the order is locked. */
  private async orderOf(tx: Transaction, id: InvoiceId): Promise<OrderId | null> {
    const [row] = await tx.query<{ order_id: OrderId | null }>(
      'SELECT purchase_order_id AS order_id FROM invoices WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id],
    );
    if (!row) throw notFound();
    return row.order_id;
  }

  private async insertLines(
    tx: Transaction,
    id: InvoiceId,
    lines: readonly PricedInvoiceLine[],
  ): Promise<StoredInvoice['lines']> {
    if (lines.length === 0) return [];
    const rows = await tx.query<{ id: number; line_number: number }>(
      `INSERT INTO invoice_items (tenant_id, invoice_id, net_amount, ${LINE_COLUMNS})
       SELECT $1, $2, net_amount, ${LINE_COLUMNS}
         FROM jsonb_to_recordset($3::jsonb) AS l (${LINE_ROW}) ORDER BY line_number
       RETURNING id, line_number`,
      [tx.tenantId, id, linesJson(lines)],
    );
    const ids = new Map(rows.map((row) => [row.line_number, row.id]));
    const written = lines.map(({ line }) => {
      const lineId = ids.get(line.lineNumber);
      if (lineId === undefined) throw new Error(`Line ${line.lineNumber} was not written`);
      return { ...line, id: lineId, creditedQuantity: ZERO };
    });
    noteLines(tx, id, [], written);
    return written;
  }

  private async updateLines(tx: Transaction, id: InvoiceId, lines: readonly PricedInvoiceLine[]): Promise<void> {
    if (lines.length === 0) return;
    await tx.query(
      `UPDATE invoice_items i SET net_amount = l.net_amount, ${assignSql(ShownInvoiceItem, 'l', LINE)}
         FROM jsonb_to_recordset($3::jsonb) AS l (${LINE_ROW})
        WHERE i.tenant_id = $1 AND i.invoice_id = $2 AND i.id = l.id`,
      [tx.tenantId, id, linesJson(lines)],
    );
  }
}

/** Converts a violation of the unique index, which also detects concurrent duplicates, into a VALIDATION_ERROR. */
export async function refusingDuplicates<T>(
  written: Promise<T>,
  { index, field, key }: { readonly index: string; readonly field: string; readonly key: MessageKey } = USED_NUMBER,
): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw isUniqueViolation(error, index) ? invalidField(field, key) : error;
  }
}

const USED_NUMBER = {
  index: 'uq_invoices_identity',
  field: 'invoice_number',
  key: 'invoice.duplicate_number',
} as const;

const LINE = { omit: ['id', 'creditedQuantity'] } as const;
const LINE_COLUMNS = columnNames(ShownInvoiceItem, LINE).join(', ');
const LINE_ROW = `id bigint, net_amount numeric, ${recordsetSql(ShownInvoiceItem, LINE)}`;
const lineRow = bindingOf(ShownInvoiceItem, LINE);

function linesJson(lines: readonly PricedInvoiceLine[]): string {
  return JSON.stringify(
    lines.map(({ line, amounts: { net, vat: vatAmount, total } }) => ({
      ...lineRow({ ...line, purchaseOrderItemId: line.poLineId, vatAmount, total }),
      id: line.id,
      net_amount: net.toFixed(),
      metadata: line.metadata ?? {},
    })),
  );
}
