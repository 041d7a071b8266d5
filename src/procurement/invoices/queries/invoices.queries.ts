import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors';
import type { StoredWarnings, Warning } from '../../../common/warnings';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { InvoiceId, TenantId } from '../../../common/records/ids';
import {
  query,
  type ReadScope,
  tenantIdOf,
  UnitOfWork,
  type After,
  rowsAfter,
  rowsByIds,
  type Transaction,
} from '../../../platform/database';
import { listPage } from '../../figures';
import type { InvoiceFilter } from '../http/list-query';
import { invoicesOf, countedBy, type ListedInvoices, pageQuery, sortOf, walkQuery } from './invoice-list';
import { DECIDERS, exceptionSql, SUMMARY, wholeSql } from './invoices.sql';
import { type Causes, causesSql, stuckSql, warningsOf } from './invoice-warnings.sql';
import { InvoicePorts } from '../ports';
import { Clock } from '../../../common/clock';
import { INITIAL_PERMISSIONS } from '../../../common/actor/roles';
import type { InvoiceSummaryRow, ExceptionRow, InvoiceRow } from '../http/answers';
import type { InvoiceDeciders } from '../http/approval-state';

interface Halves {
  readonly head: object;
  readonly rest: object;
}

interface Caused {
  readonly causes: Causes | null;
}

/** Reads invoices. One round trip per response for any number of rows or lines. */
@Injectable()
export class InvoicesQueries {
  private texts?: Texts;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ports: InvoicePorts,
  ) {}

  /**
   * Returns one invoice with all details and current warnings. A pending invoice includes its possible approvers.
   * @param scope the tenant, or the transaction whose writes must be visible
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: InvoiceId): Promise<InvoiceRow> {
    const tenantId = tenantIdOf(scope);
    for (;;) {
      const [[row]] = await this.unitOfWork.readShared<[Halves & Caused]>(scope, query(this.sql.one, [tenantId, id]));
      if (!row) throw notFound();
      const invoice = this.whole(row);
      if (invoice.status !== 'pending') return invoice;
      const found = await this.decidersOf(scope, invoice);
      // Not found if the invoice changed in between: read both again, so that they belong to one version.
      if (found) return { ...invoice, deciders: found };
    }
  }

  async warnings(scope: ReadScope, id: InvoiceId): Promise<readonly Warning[]> {
    return (await this.warningsOf(scope, [id])).get(id) ?? [];
  }

  /** Current warnings per invoice. Invoices without warnings are absent. */
  async warningsOf(scope: ReadScope, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Warning[]>> {
    const values = [tenantIdOf(scope), ids];
    const [rows] = await this.unitOfWork.readShared<[Caused & { id: number }]>(scope, query(this.sql.warnings, values));
    const warnings = rows.map((row) => [row.id, this.warningsOfRow(row)] as const);
    return new Map(warnings.filter(([, ofRow]) => ofRow.length > 0));
  }

  /** SQL and texts of the warnings of a stored invoice `i`. */
  get storedWarnings(): StoredWarnings {
    return { sql: this.sql.causes, of: (causes) => this.warningsOfRow({ causes: causes as Causes | null }) };
  }

  private whole({ head, rest, causes }: Halves & Caused): InvoiceRow {
    return { ...head, ...rest, warnings: this.warningsOfRow({ causes }) } as InvoiceRow;
  }

  private warningsOfRow({ causes }: Caused): readonly Warning[] {
    return warningsOf(causes, this.ports.warnings.of);
  }

  /** Lazy: the budgets port is only set after startup. */
  private get sql(): Texts {
    return (this.texts ??= textsWith(this.ports.warnings.sql));
  }

  /** All invoices of the tenant in batches. In a snapshot transaction the approvers belong to the same moment. */
  async after(tx: Transaction, after: After): Promise<InvoiceRow[]> {
    const rows = await rowsAfter<Halves & Caused>(tx, this.sql.whole, 'i.id', after);
    return Promise.all(
      rows.map(async (row) => {
        const invoice = this.whole(row);
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
   * Returns a page of summaries with the exact total, or the rows after a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, filter: InvoiceFilter, request: PageRequest): Promise<Page<InvoiceSummaryRow>> {
    return this.page<InvoiceSummaryRow>('invoices', SUMMARY, tenantId, filter, request);
  }

  /** Returns a page of exceptions; see `stuckSql`. @throws DomainError BAD_REQUEST on `cursor` */
  async exceptions(tenantId: TenantId, filter: InvoiceFilter, request: PageRequest): Promise<Page<ExceptionRow>> {
    const { exception, stuck } = this.sql;
    const only = { ...filter, stuck };
    const page = await this.page<ExceptionRow & Caused>('invoices/exceptions', exception, tenantId, only, request);
    return page.map((row) => ({ ...row, warnings: this.warningsOfRow(row) }));
  }

  private async page<Row>(
    name: string,
    columns: string,
    tenantId: TenantId,
    filter: ListedInvoices,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const invoices = invoicesOf(tenantId, filter, this.clock.today());
    return listPage<Row>(
      this.unitOfWork,
      tenantId,
      {
        name,
        terms: sortOf(request.sort, request.order),
        counted: countedBy(filter),
        byCreation: request.sort === 'created_at' ? request.order : undefined,
        count: () => query(`SELECT count(*) AS total FROM ${invoices.from} i WHERE ${invoices.sql}`, invoices.values),
        rows: (part) => pageQuery(columns, invoices, request, part),
        walked: (part) => walkQuery(columns, invoices, request, part),
        show: (found) => (found as { row: Row }).row,
      },
      request,
    );
  }
}

type Texts = ReturnType<typeof textsWith>;

function textsWith(budget: string) {
  const causes = causesSql(budget);
  const whole = wholeSql(causes);
  return {
    causes,
    whole,
    one: `${whole} AND i.id = $2`,
    exception: exceptionSql(causes),
    stuck: stuckSql(budget),
    warnings: `SELECT i.id, ${causes} AS causes FROM (${rowsByIds('FROM invoices')}) i`,
  };
}
