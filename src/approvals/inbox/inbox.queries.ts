import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Page, type PageRequest } from '../../common/page';
import { orderBy, query, type ReadScope, tenantIdOf, UnitOfWork } from '../../database';
import {
  MAY_ASK,
  ONE_EACH,
  ROWS,
  tenantPeopleSql,
  type TenantPeopleRow,
  type WaitingRow,
  waitingSql,
} from './inbox.sql';
import {
  type ApprovalDocuments,
  ApprovalPorts,
  DOCUMENT_TYPES,
  type DocumentType,
  type InboxReader,
  PORT_OF,
} from './ports';
import { Waiting, type WaitingDocument } from './waiting';

/** Which documents a list shows. */
export interface InboxFilter {
  /** Those alone whose `pending_approvers` name the reader. */
  readonly mine: boolean;
  readonly type?: DocumentType | undefined;
  readonly departmentId?: number | undefined;
}

/**
 * What waits for a decision. Who may decide is not stored: it is computed of the people of today, by the same rules as a
 * decision. One round trip, whose statements do not grow in number with the documents.
 */
@Injectable()
export class InboxQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: ApprovalPorts,
    private readonly clock: Clock,
  ) {}

  /** A page of what waits, oldest first unless asked otherwise, with the exact total. */
  async list(reader: InboxReader, filter: InboxFilter, request: PageRequest): Promise<Page<WaitingDocument>> {
    return filter.mine ? this.mine(reader, filter, request) : this.all(reader, filter, request);
  }

  /** Everything that waits in the tenant, oldest first, and the people who could decide it. */
  async everything(scope: ReadScope): Promise<{ readonly rows: readonly WaitingRow[]; readonly waiting: Waiting }> {
    const tenantId = tenantIdOf(scope);
    const sql = waitingSql(this.kinds({}), ROWS, { stepped: 'true', alone: 'true' });
    const [rows, [people]] = await this.unitOfWork.read<[Found, { row: TenantPeopleRow }]>(
      scope,
      query(`${sql} ORDER BY since, type, place`, [tenantId]),
      query(tenantPeopleSql(this.kinds({})), [tenantId, this.clock.today()]),
    );
    return { rows: rows.map(({ row }) => row), waiting: this.waitingOf(people) };
  }

  /** Of what may ask the reader all is read; which of it does, the rules say. */
  private async mine(reader: InboxReader, filter: InboxFilter, request: PageRequest): Promise<Page<WaitingDocument>> {
    const { tenantId, userId } = reader;
    const today = this.clock.today();
    const alone = '($4::bigint IS NULL OR w.department_id = $4)';
    const sql = waitingSql(this.kinds(filter), ROWS, { stepped: `${MAY_ASK} AND ${alone}`, alone });
    const [rows, [people]] = await this.unitOfWork.read<[Found, { row: TenantPeopleRow }]>(
      tenantId,
      query(`${sql} ORDER BY ${sorted(request)}`, [tenantId, userId, today, filter.departmentId ?? null]),
      query(tenantPeopleSql(this.kinds({})), [tenantId, today]),
    );
    const waiting = this.waitingOf(people);
    const mine = rows.filter(({ row }) => waiting.approvers(row).some(({ id }) => id === userId));
    const start = (request.page - 1) * request.perPage;
    const page = mine.slice(start, start + request.perPage);
    return new Page(
      page.map(({ row }) => waiting.seenBy(reader, row)),
      mine.length,
      request,
    );
  }

  private async all(reader: InboxReader, filter: InboxFilter, request: PageRequest): Promise<Page<WaitingDocument>> {
    const { tenantId } = reader;
    const { page, perPage } = request;
    const kinds = this.kinds(filter);
    const condition = '($2::bigint IS NULL OR w.department_id = $2)';
    const values = [tenantId, filter.departmentId ?? null];
    const where = { stepped: condition, alone: condition };
    const counted = waitingSql(kinds, ONE_EACH, where);
    const sql = `${waitingSql(kinds, ROWS, where)} ORDER BY ${sorted(request)} LIMIT $3 OFFSET $4`;
    const [rows, [people], [count]] = await this.unitOfWork.read<[Found, { row: TenantPeopleRow }, { total: number }]>(
      tenantId,
      query(sql, [...values, perPage, (page - 1) * perPage]),
      query(tenantPeopleSql(this.kinds({})), [tenantId, this.clock.today()]),
      query(`SELECT count(*) AS total FROM (${counted}) c`, values),
    );
    const waiting = this.waitingOf(people);
    return new Page(
      rows.map(({ row }) => waiting.seenBy(reader, row)),
      count?.total ?? 0,
      request,
    );
  }

  private waitingOf(found: { readonly row: TenantPeopleRow } | undefined): Waiting {
    if (!found) throw new Error('The people of a tenant could not be read');
    return new Waiting(this.ports, found.row);
  }

  private kinds({ type }: Pick<InboxFilter, 'type'>): readonly (readonly [DocumentType, ApprovalDocuments])[] {
    return DOCUMENT_TYPES.filter((one) => type === undefined || one === type).map((one) => [
      one,
      this.ports[PORT_OF[one]],
    ]);
  }
}

interface Found {
  readonly row: WaitingRow;
}

function sorted({ order }: PageRequest): string {
  return orderBy(['since', 'type', 'place'].map((sql) => ({ sql, order })));
}
