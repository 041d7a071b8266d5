import { Injectable } from '@nestjs/common';
import { addDays, type CalendarDate } from '../../common/clock';
import { CursorPage, type Page, type PageRequest } from '../../common/lists/page';
import type { TenantId, UserId } from '../../common/records/ids';
import {
  type Condition,
  readList,
  sortedBy,
  UnitOfWork,
  type After,
  rowsAfter,
  type Transaction,
} from '../../platform/database';
import { ENTRIES, ENTRY } from './audit.sql';
import type { AuditFilter } from './requests';

/** An entry of the audit log as the read side answers it. */
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

/** Each filter's column and comparison; only what is asked becomes part of the query, so that its index is used. */
const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  entity_type: 'entity_type =',
  entity_id: 'entity_id =',
  action: 'action =',
  user_id: 'user_id =',
  token_id: 'token_id =',
  request_id: 'request_id =',
  from_date: 'occurred_at >=',
  to_date: 'occurred_at <',
};

/** Entries that a file reads at a time. */
const BATCH = 500;

/** The read side of the audit log; there is no other: entries are written by the verbs and never change. */
@Injectable()
export class AuditQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * A page with the exact total, or the part that follows a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, filter: AuditFilter, request: PageRequest): Promise<Page<AuditRow>> {
    const [where, terms] = [conditionOf(tenantId, filter), sortedBy('l', request)];
    const list = { name: 'audit_log', columns: ENTRY, from: ENTRIES, where, terms };
    return readList<AuditRow>(this.unitOfWork, tenantId, list, request);
  }

  /** All entries of the tenant, a part at a time. */
  after(tx: Transaction, after: After): Promise<AuditRow[]> {
    return rowsAfter(tx, `SELECT ${ENTRY} ${ENTRIES} WHERE l.tenant_id = $1`, 'l.id', after);
  }

  /**
   * Every entry that matches, in order, a batch at a time: a slow client holds neither a connection nor the list in memory.
   */
  async *all(tenantId: TenantId, filter: AuditFilter, request: PageRequest): AsyncGenerator<AuditRow> {
    for (let text: string | null = ''; text !== null;) {
      const cursor = { text, filters: '' };
      const part: Page<AuditRow> = await this.list(tenantId, filter, { ...request, perPage: BATCH, cursor });
      yield* part.items;
      text = part instanceof CursorPage ? part.nextCursor : null;
    }
  }
}

function conditionOf(tenantId: TenantId, filter: AuditFilter): Condition {
  const asked = {
    ...filter,
    from_date: startOf(filter.from_date),
    to_date: startOf(filter.to_date && addDays(filter.to_date, 1)),
  };
  const parts = ['tenant_id = $1'];
  const values: unknown[] = [tenantId];
  for (const name of Object.keys(CONDITIONS) as (keyof AuditFilter)[]) {
    if (asked[name] === undefined) continue;
    values.push(asked[name]);
    parts.push(`${CONDITIONS[name]} $${values.length}`);
  }
  return { sql: parts.join(' AND '), values };
}

function startOf(day: CalendarDate | undefined): Date | undefined {
  return day === undefined ? undefined : new Date(`${day}T00:00:00.000Z`);
}
