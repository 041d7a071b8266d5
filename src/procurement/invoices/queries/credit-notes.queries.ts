import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../common/clock';
import { CursorPage, type Page, type PageRequest } from '../../../common/lists/page';
import type { InvoiceId, TenantId, VendorId } from '../../../common/records/ids';
import {
  allOf,
  type Condition,
  containing,
  readList,
  readOne,
  type SortTerm,
  type SortType,
  UnitOfWork,
} from '../../../platform/database';
import type { CreditNoteStatus } from '../domain/credit-notes';
import type { CreditNoteDetailResponse, CreditNoteSummaryResponse } from '../http/payment-answers';
import { CREDIT_DATE, DETAIL, NOTES, SUMMARY } from './credit-notes.sql';

export interface CreditNoteFilter {
  readonly status?: CreditNoteStatus | undefined;
  readonly vendorId?: VendorId | undefined;
  readonly invoiceId?: InvoiceId | undefined;
  readonly currency?: string | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly search?: string | undefined;
}

/** SQL and type of the sortable fields; the first is the default. */
const SORTS = {
  created_at: ['c.created_at', 'timestamptz'],
  credit_date: [CREDIT_DATE, 'date'],
  amount: ['c.amount', 'numeric'],
  credit_note_number: ['c.credit_note_number', 'text'],
  id: ['c.id', 'bigint'],
} as const satisfies Readonly<Record<string, readonly [sql: string, type: SortType]>>;

export const CREDIT_NOTES_SORTABLE = ['created_at', 'credit_date', 'amount', 'credit_note_number', 'id'] as const;

const BATCH = 100;

@Injectable()
export class CreditNotesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  get(tenantId: TenantId, id: number): Promise<CreditNoteDetailResponse> {
    return readOne(this.unitOfWork, tenantId, DETAIL, id);
  }

  /**
   * Returns a page of credit notes with the exact total, or the rows after a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(
    tenantId: TenantId,
    filter: CreditNoteFilter,
    request: PageRequest,
  ): Promise<Page<CreditNoteSummaryResponse>> {
    const [where, terms] = [conditionOf(tenantId, filter), termsOf(request)];
    const list = { name: 'credit_notes', columns: SUMMARY, from: `FROM ${NOTES}`, where, terms };
    return readList(this.unitOfWork, tenantId, list, request);
  }

  /** Yields all matching notes in batches, so a slow client occupies neither a connection nor much memory. */
  async *all(
    tenantId: TenantId,
    filter: CreditNoteFilter,
    request: PageRequest,
  ): AsyncGenerator<CreditNoteSummaryResponse> {
    for (let text: string | null = ''; text !== null;) {
      const next = { ...request, perPage: BATCH, cursor: { text, filters: '' } };
      const part: Page<CreditNoteSummaryResponse> = await this.list(tenantId, filter, next);
      yield* part.items;
      text = part instanceof CursorPage ? part.nextCursor : null;
    }
  }
}

/** Ends with the id, so that pages never overlap. */
function termsOf({ sort, order }: Pick<PageRequest, 'sort' | 'order'>): readonly SortTerm[] {
  const id: SortTerm = { sql: 'c.id', type: 'bigint', order };
  const [sql, type] = SORTS[sort as keyof typeof SORTS];
  return sort === 'id' ? [id] : [{ sql, type, order }, id];
}

/** The WHERE clause over {@link NOTES}; $1 is the tenant. */
function conditionOf(tenantId: TenantId, filter: CreditNoteFilter): Condition {
  const { status, vendorId, invoiceId, currency, from, to, search } = filter;
  return allOf([
    [(at) => `c.tenant_id = ${at}`, tenantId],
    [(at) => `(c.cancelled_at IS NULL) = ${at}::boolean`, status && status === 'active'],
    [(at) => `c.vendor_id = ${at}`, vendorId],
    [(at) => `c.invoice_id = ${at}`, invoiceId],
    [(at) => `i.currency = ${at}`, currency],
    [(at) => `${CREDIT_DATE} >= ${at}::date`, from],
    [(at) => `${CREDIT_DATE} <= ${at}::date`, to],
    [
      (at) => `(c.credit_note_number ILIKE ${at} OR i.invoice_number ILIKE ${at} OR i.vendor_invoice_number ILIKE ${at}
        OR v.name ILIKE ${at} OR v.name_ar ILIKE ${at})`,
      search ? containing(search) : undefined,
    ],
  ]);
}
