import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import type { Page, PageRequest } from '../../common/lists/page';
import type { InvoiceId, TenantId } from '../../common/records/ids';
import { query, type ReadScope, tenantIdOf, UnitOfWork, type After, rowsAfter, type Transaction } from '../../database';
import { listPage } from '../../figures';
import { conditionOf, countedBy, type InvoiceFilter, pageQuery, sortOf, walkQuery } from './invoice-list';
import { DECIDERS, DETAIL, EXCEPTION, SUMMARY, WHOLE } from './invoices.sql';
import { Clock } from '../../common/clock';
import type { PeopleRow, StepRow } from '../../approvals';
import { INITIAL_PERMISSIONS } from '../../common/actor/permissions';
import type { DocumentRow } from '../../documents';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { MatchStatus } from '../../common/records/matching';
import type { ReferencedVendor } from '../../vendors';
import type { StoredMatch } from '../entities/invoice.entity';
import type { ApprovalStateOut, InvoiceDetailOut, InvoiceSummaryOut } from '../http/answers';

/** Rows are read as their answers show them, but for what an answer derives from them. Days are `YYYY-MM-DD`. */

/** What every answer about an invoice is built from. */
export interface InvoiceHeadRow extends Omit<InvoiceSummaryOut, 'payment_status' | 'vendor' | 'purchase_order'> {
  readonly id: InvoiceId;
  readonly status: InvoiceStatus;
  readonly match_status: MatchStatus;
  readonly credited_amount: number;
  readonly paid_amount: number;
}

/** An invoice in a list. */
export type InvoiceSummaryRow = InvoiceHeadRow & Pick<InvoiceSummaryOut, 'vendor' | 'purchase_order'>;

/** An invoice that waits and is not approvable, or whose vendor is blocked. */
export interface ExceptionRow extends InvoiceSummaryRow {
  readonly vendor: InvoiceSummaryOut['vendor'] & { readonly status: ReferencedVendor['status'] };
  readonly submitted_at: string;
  readonly match: StoredMatch;
}

/** What the answer about a whole invoice derives. */
type Derived =
  | 'payment_status'
  | 'goods_receipt'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_due'
  | 'match_summary'
  | 'attachments'
  | keyof ApprovalStateOut;

/** Who could decide an invoice that waits, and what says who of them may. */
export interface InvoiceDeciders {
  readonly people: PeopleRow;
  readonly department_id: number | null;
  /** Whom self-approval bars where it is prevented. */
  readonly involved: readonly number[];
  /** Roles that may decide about invoices at all. */
  readonly roles: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A whole invoice, read in one statement. */
export interface InvoiceRow extends InvoiceHeadRow, Omit<InvoiceDetailOut, Derived | keyof InvoiceHeadRow> {
  readonly match: StoredMatch | null;
  readonly last_matched_at: string | null;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly steps: readonly StepRow[];
  readonly current_step: number | null;
  /** There for an invoice that waits for its decision. */
  readonly deciders?: InvoiceDeciders;
}

/** An invoice as {@link WHOLE} answers it. */
interface Halves {
  readonly head: object;
  readonly rest: object;
}

const whole = ({ head, rest }: Halves): InvoiceRow => ({ ...head, ...rest }) as InvoiceRow;

/** The read side of invoices: one round trip an answer, whatever the number of rows or lines. */
@Injectable()
export class InvoicesQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One invoice with everything about it; one that waits for its decision with those who could take it.
   * @param scope the tenant, or the transaction whose writes it is to see
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: InvoiceId): Promise<InvoiceRow> {
    const tenantId = tenantIdOf(scope);
    for (;;) {
      const [[row]] = await this.unitOfWork.readShared<[Halves]>(scope, query(DETAIL, [tenantId, id]));
      if (!row) throw notFound();
      const invoice = whole(row);
      if (invoice.status !== 'pending') return invoice;
      const found = await this.decidersOf(scope, invoice);
      // Decided or changed in between: read again, so that both show the same moment.
      if (found) return { ...invoice, deciders: found };
    }
  }

  /** All invoices of the tenant, a part at a time. In a snapshot those who could decide one are of the same moment. */
  async after(tx: Transaction, after: After): Promise<InvoiceRow[]> {
    const rows = await rowsAfter<Halves>(tx, WHOLE, 'i.id', after);
    return Promise.all(
      rows.map(async (row) => {
        const invoice = whole(row);
        const deciders = invoice.status === 'pending' ? await this.decidersOf(tx, invoice) : undefined;
        return deciders ? { ...invoice, deciders } : invoice;
      }),
    );
  }

  private async decidersOf(scope: ReadScope, { id, version }: InvoiceRow): Promise<InvoiceDeciders | undefined> {
    const roles = ['admin', ...INITIAL_PERMISSIONS['invoices.approve']];
    const values = [tenantIdOf(scope), id, version, this.clock.today(), roles];
    const [[found]] = await this.unitOfWork.readShared<[InvoiceDeciders]>(scope, query(DECIDERS, values));
    return found;
  }

  /**
   * A page of summaries with the exact total, or the part that follows a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, filter: InvoiceFilter, request: PageRequest): Promise<Page<InvoiceSummaryRow>> {
    return this.page<InvoiceSummaryRow>('invoices', SUMMARY, tenantId, filter, request);
  }

  /**
   * The same of what waits for something other than a decision.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async exceptions(tenantId: TenantId, filter: InvoiceFilter, request: PageRequest): Promise<Page<ExceptionRow>> {
    return this.page<ExceptionRow>('invoices/exceptions', EXCEPTION, tenantId, { ...filter, stuck: true }, request);
  }

  private async page<Row>(
    name: string,
    columns: string,
    tenantId: TenantId,
    filter: InvoiceFilter,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const condition = conditionOf(tenantId, filter, this.clock.today());
    return listPage<Row>(
      this.unitOfWork,
      tenantId,
      {
        name,
        terms: sortOf(request.sort, request.order),
        counted: countedBy(filter),
        byCreation: request.sort === 'created_at' ? request.order : undefined,
        count: () => query(`SELECT count(*) AS total FROM invoices i WHERE ${condition.sql}`, condition.values),
        rows: (part) => pageQuery(columns, condition, request, part),
        walked: (part) => walkQuery(columns, condition, request, part),
        show: (found) => (found as { row: Row }).row,
      },
      request,
    );
  }
}
