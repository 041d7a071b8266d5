import { Injectable } from '@nestjs/common';
import { addDays, type CalendarDate } from '../../common/clock';
import { CursorPage, type Page, type PageRequest } from '../../common/lists/page';
import type { TenantId, UserId } from '../../common/records/ids';
import {
  type After,
  allOf,
  type Condition,
  readList,
  rowsAfter,
  sortedBy,
  type Transaction,
  UnitOfWork,
  within,
} from '../../platform/database';
import { ENTRIES, ENTRY } from './audit.sql';
import type { AuditFilter } from './requests';

export interface AuditRow {
  readonly id: number;
  readonly occurred_at: Date;
  readonly user_id: UserId | null;
  readonly user_name: string | null;
  readonly token_id: number | null;
  readonly request_id: string | null;
  readonly action: string;
  readonly entity_type: string;
  readonly entity_id: number | null;
  readonly details: Record<string, unknown> | null;
}

/** Filters that are columns. */
const COLUMNS = ['entity_type', 'entity_id', 'action', 'user_id', 'token_id', 'request_id'] as const;

/** Entries per batch of a file download. */
const BATCH = 500;

/** Read-only: service methods insert entries, which never change. */
@Injectable()
export class AuditQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: AuditFilter, request: PageRequest): Promise<Page<AuditRow>> {
    const [where, terms] = [conditionOf(tenantId, filter), sortedBy('l', request)];
    const list = { name: 'audit_log', columns: ENTRY, from: ENTRIES, where, terms };
    return readList<AuditRow>(this.unitOfWork, tenantId, list, request);
  }

  /** One batch of all entries of the tenant. */
  after(tx: Transaction, after: After): Promise<AuditRow[]> {
    return rowsAfter(tx, `SELECT ${ENTRY} ${ENTRIES} WHERE l.tenant_id = $1`, 'l.id', after);
  }

  /** Yields all matching entries in batches, so that a slow client occupies neither a connection nor memory. */
  async *all(tenantId: TenantId, filter: AuditFilter, request: PageRequest): AsyncGenerator<AuditRow> {
    for (let text: string | null = ''; text !== null;) {
      const cursor = { text, filters: '' };
      const part: Page<AuditRow> = await this.list(tenantId, filter, { ...request, perPage: BATCH, cursor });
      yield* part.items;
      text = part instanceof CursorPage ? part.nextCursor : null;
    }
  }
}

/** Includes only given filters, so that PostgreSQL uses their index. */
function conditionOf(tenantId: TenantId, filter: AuditFilter): Condition {
  const { from_date: first, to_date: last } = filter;
  return allOf([
    [(at) => `tenant_id = ${at}`, tenantId],
    ...COLUMNS.map((name) => [(at: string) => `${name} = ${at}`, filter[name]] as const),
    ...within('occurred_at', { from: startOf(first), before: startOf(last && addDays(last, 1)) }),
  ]);
}

const startOf = (day: CalendarDate | undefined): Date | undefined =>
  day === undefined ? undefined : new Date(`${day}T00:00:00.000Z`);
