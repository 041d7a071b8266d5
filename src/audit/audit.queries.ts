import { Injectable } from '@nestjs/common';
import { addDays, type CalendarDate } from '../common/clock';
import { CursorPage, Page, type PageRequest } from '../common/page';
import type { TenantId, UserId } from '../common/records/ids';
import { UnitOfWork, query } from '../database';
import { ENTRIES, ENTRY_COUNT } from './audit.sql';
import { type AuditPosition, cursorOf } from './cursor';
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

  async list(tenantId: TenantId, filter: AuditFilter, request: PageRequest): Promise<Page<AuditRow>> {
    const { sql, values } = conditionOf(tenantId, filter);
    const limit = values.length + 1;
    const [rows, [counted]] = await this.unitOfWork.read<[AuditRow, { total: number }]>(
      tenantId,
      query(`${ENTRIES} WHERE ${sql} ${inOrder(request.order)} LIMIT $${limit} OFFSET $${limit + 1}`, [
        ...values,
        request.perPage,
        (request.page - 1) * request.perPage,
      ]),
      query(`${ENTRY_COUNT} WHERE ${sql}`, values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }

  /**
   * The part of the list that follows a position. One more row than asked for says whether there is more.
   * @param position null for the beginning
   */
  async part(
    tenantId: TenantId,
    filter: AuditFilter,
    { order, perPage }: Pick<PageRequest, 'order' | 'perPage'>,
    position: AuditPosition | null,
  ): Promise<CursorPage<AuditRow>> {
    const { sql, values } = conditionOf(tenantId, filter);
    const [from, id, limit] = [values.length + 1, values.length + 2, position ? values.length + 3 : values.length + 1];
    const after = position ? `AND (occurred_at, id) ${order === 'asc' ? '>' : '<'} ($${from}, $${id})` : '';
    const [found] = await this.unitOfWork.read<[AuditRow]>(
      tenantId,
      query(`${ENTRIES} WHERE ${sql} ${after} ${inOrder(order)} LIMIT $${limit}`, [
        ...values,
        ...(position ? [position.at, position.id] : []),
        perPage + 1,
      ]),
    );
    const rows = found.slice(0, perPage);
    const last = found.length > perPage ? rows.at(-1) : undefined;
    return new CursorPage(rows, perPage, last ? cursorOf(placeOf(last), order) : null);
  }

  /**
   * Every entry that matches, in order, a batch at a time: a slow client holds neither a connection nor the list in memory.
   */
  async *all(tenantId: TenantId, filter: AuditFilter, { order }: Pick<PageRequest, 'order'>): AsyncGenerator<AuditRow> {
    let position: AuditPosition | null = null;
    do {
      const part: CursorPage<AuditRow> = await this.part(tenantId, filter, { order, perPage: BATCH }, position);
      yield* part.items;
      const last = part.items.at(-1);
      position = last && part.nextCursor !== null ? placeOf(last) : null;
    } while (position);
  }
}

const placeOf = ({ occurred_at: at, id }: AuditRow): AuditPosition => ({ at, id });

function inOrder(order: 'asc' | 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return `ORDER BY occurred_at ${direction}, id ${direction}`;
}

function conditionOf(
  tenantId: TenantId,
  filter: AuditFilter,
): { readonly sql: string; readonly values: readonly unknown[] } {
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
