import { Injectable } from '@nestjs/common';
import { addDays, type CalendarDate } from '../common/clock';
import { Page, type PageRequest } from '../common/page';
import type { TenantId, UserId } from '../common/records/ids';
import { UnitOfWork, query } from '../database';
import { ENTRIES, ENTRY_COUNT } from './audit.sql';
import type { AuditQuery } from './requests';

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
const CONDITIONS = {
  entity_type: 'entity_type =',
  entity_id: 'entity_id =',
  action: 'action =',
  user_id: 'user_id =',
  token_id: 'token_id =',
  request_id: 'request_id =',
  from_date: 'occurred_at >=',
  to_date: 'occurred_at <',
};

/** What a list may be narrowed to; both days are included. */
type AuditFilter = Pick<AuditQuery, keyof typeof CONDITIONS>;

/** The read side of the audit log; there is no other: entries are written by the verbs and never change. */
@Injectable()
export class AuditQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async list(tenantId: TenantId, filter: AuditFilter, request: PageRequest): Promise<Page<AuditRow>> {
    const { sql, values } = conditionOf(tenantId, filter);
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const limit = values.length + 1;
    const [rows, [counted]] = await this.unitOfWork.read<[AuditRow, { total: number }]>(
      tenantId,
      query(
        `${ENTRIES} WHERE ${sql} ORDER BY occurred_at ${direction}, id ${direction} LIMIT $${limit} OFFSET $${limit + 1}`,
        [...values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`${ENTRY_COUNT} WHERE ${sql}`, values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }
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
