import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { Warning } from '../../../common/warnings';
import { NumberedPage, type Page, type PageRequest } from '../../../common/lists/page';
import {
  ListWalk,
  orderBy,
  type Placed,
  query,
  readList,
  type ReadScope,
  type SortTerm,
  tenantIdOf,
  UnitOfWork,
} from '../../../platform/database';
import { type Settings, withInitialValues } from '../../../organisation/tenants';
import { type ApprovalFacts, deciders, type Ground, groundOf, type OpenStep, type Person } from '../domain/authority';
import { isAdmitted } from '../domain/subject';
import {
  MAY_ASK,
  ONE_EACH,
  ROWS,
  tenantPeopleSql,
  type TenantPeopleRow,
  type PendingRow,
  pendingSql,
} from './inbox.sql';
import {
  type ApprovalDocuments,
  ApprovalPorts,
  DOCUMENT_TYPES,
  type DocumentType,
  type InboxReader,
  PORT_OF,
} from './ports';

export interface InboxFilter {
  /** Only documents whose `pending_approvers` contain the reader. */
  readonly mine: boolean;
  readonly type?: DocumentType | undefined;
  readonly departmentId?: number | undefined;
}

export type WarnedDocument = PendingDocument & { readonly warnings: readonly Warning[] };

/**
 * Pending approvals. Approvers are not stored: they are computed from the current users, by the same rules as for a
 * decision. A list needs one round trip, and one more for the warnings of the page.
 */
@Injectable()
export class InboxQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: ApprovalPorts,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(reader: InboxReader, filter: InboxFilter, request: PageRequest): Promise<Page<WarnedDocument>> {
    const page = await (filter.mine ? this.mine(reader, filter, request) : this.all(reader, filter, request));
    const rows = page.items.map(({ row }) => row);
    const warned = await Promise.all(
      [...new Set(rows.map(({ type }) => type))].map(async (type) => {
        const ofType = rows.filter((row) => row.type === type);
        return [type, await this.ports[PORT_OF[type]].warningsOf(reader.tenantId, ofType)] as const;
      }),
    );
    const byType = new Map(warned);
    return page.map((document) => {
      const { type, id } = document.row;
      return { ...document, warnings: byType.get(type)?.get(id) ?? [] };
    });
  }

  /** All pending documents of the tenant, oldest first, with their possible approvers. */
  async everything(scope: ReadScope): Promise<{ readonly rows: readonly PendingRow[]; readonly waiting: Pending }> {
    const tenantId = tenantIdOf(scope);
    const sql = pendingSql(this.kinds({}), ROWS, { stepped: 'true', alone: 'true' });
    const [rows, [people]] = await this.unitOfWork.read<[Found, { row: TenantPeopleRow }]>(
      scope,
      query(`${sql} ORDER BY since, type, place`, [tenantId]),
      query(tenantPeopleSql(this.kinds({})), [tenantId, this.clock.today()]),
    );
    return { rows: rows.map(({ row }) => row), waiting: this.pendingOf(people) };
  }

  /** Reads all documents that the reader might decide; the rules then select. */
  private async mine(reader: InboxReader, filter: InboxFilter, request: PageRequest): Promise<Page<PendingDocument>> {
    const { tenantId, userId } = reader;
    const { cursor, page, perPage } = request;
    const terms = termsOf(request);
    const name = `approvals of user ${userId}`;
    const walk = cursor && new ListWalk(tenantId, { name, terms }, { ...request, cursor });
    const alone = '($4::bigint IS NULL OR w.department_id = $4)';
    const sql = pendingSql(this.kinds(filter), ROWS, { stepped: `${MAY_ASK} AND ${alone}`, alone });
    const today = this.clock.today();
    const values: unknown[] = [tenantId, userId, today, filter.departmentId ?? null];
    const at = (value: unknown): string => `$${values.push(value)}`;
    const [part] = walk?.parts() ?? [];
    const select = part
      ? `SELECT w.row, ${part.place} FROM (${sql}) w WHERE ${part.condition(at)}`
      : `SELECT w.row FROM (${sql}) w`;
    const [rows, [people]] = await this.unitOfWork.read<[Found & Placed, { row: TenantPeopleRow }]>(
      tenantId,
      query(`${select} ORDER BY ${orderBy(terms)}`, values),
      query(tenantPeopleSql(this.kinds({})), [tenantId, today]),
    );
    const waiting = this.pendingOf(people);
    const show = (found: unknown): PendingDocument => waiting.seenBy(reader, (found as Found).row);
    const mine = rows.filter(({ row }) => waiting.approvers(row).some(({ id }) => id === userId));
    if (walk) return walk.page(mine, show);
    return new NumberedPage(mine.slice((page - 1) * perPage, page * perPage).map(show), mine.length, request);
  }

  private async all(reader: InboxReader, filter: InboxFilter, request: PageRequest): Promise<Page<PendingDocument>> {
    const { tenantId } = reader;
    const kinds = this.kinds(filter);
    const condition = '($2::bigint IS NULL OR w.department_id = $2)';
    const values = [tenantId, filter.departmentId ?? null];
    const where = { stepped: condition, alone: condition };
    const list = {
      name: 'approvals',
      columns: 'w.row',
      from: `FROM (${pendingSql(kinds, ROWS, where)}) w`,
      where: { sql: 'true', values },
      terms: termsOf(request),
      total: query(`SELECT count(*) AS total FROM (${pendingSql(kinds, ONE_EACH, where)}) c`, values),
    };
    let people: { readonly row: TenantPeopleRow } | undefined;
    const page = await readList<Found>(this.unitOfWork, tenantId, list, request, {
      query: query(tenantPeopleSql(this.kinds({})), [tenantId, this.clock.today()]),
      take: ([found]) => (people = found as typeof people),
    });
    const waiting = this.pendingOf(people);
    return page.map(({ row }) => waiting.seenBy(reader, row));
  }

  private pendingOf(found: { readonly row: TenantPeopleRow } | undefined): Pending {
    if (!found) throw new Error('The users of a tenant could not be read');
    return new Pending(this.ports, found.row);
  }

  private kinds({ type }: Pick<InboxFilter, 'type'>): readonly (readonly [DocumentType, ApprovalDocuments])[] {
    return DOCUMENT_TYPES.filter((one) => type === undefined || one === type).map((one) => [
      one,
      this.ports[PORT_OF[one]],
    ]);
  }
}

interface Found {
  readonly row: PendingRow;
}

/** Sorted by the time since which a document is pending. */
function termsOf({ order }: PageRequest): readonly SortTerm[] {
  return [
    { sql: 'w.since', type: 'timestamptz', order },
    { sql: 'w.type', type: 'text', order },
    { sql: 'w.place', type: 'bigint', order },
  ];
}

interface PendingDocument {
  readonly row: PendingRow;
  readonly approvers: readonly Person[];
  /** Undefined if the reader may not decide it. */
  readonly ground: Ground | undefined;
}

/** Applies the rules of decisions to pending documents and the users of the tenant. */
class Pending {
  private readonly heads: ReadonlyMap<number, number>;
  private readonly settings: Settings;

  constructor(
    private readonly ports: ApprovalPorts,
    private readonly found: TenantPeopleRow,
  ) {
    this.heads = new Map(found.heads.map(({ department, head }) => [department, head]));
    this.settings = withInitialValues(found.settings);
  }

  approvers(row: PendingRow): readonly Person[] {
    const step = openStep(row);
    if (!step) return this.found.people.filter((person) => this.mayDecideAlone(person, row));
    return deciders(step, this.facts(row)).map(({ person }) => person);
  }

  seenBy(reader: Pick<InboxReader, 'userId' | 'admin'>, row: PendingRow): PendingDocument {
    const approvers = this.approvers(row);
    const { userId, admin } = reader;
    if (userId === null) return { row, approvers, ground: undefined };
    const step = openStep(row);
    const ground = step
      ? groundOf({ id: userId, admin }, step, this.facts(row))
      : this.groundAlone({ userId, admin }, row, approvers);
    return { row, approvers, ground };
  }

  private groundAlone(
    { userId, admin }: { readonly userId: number; readonly admin: boolean },
    { barred_ids: barredIds }: PendingRow,
    approvers: readonly Person[],
  ): Ground | undefined {
    if (approvers.some(({ id }) => id === userId)) return { reason: 'role' };
    const isBarred = this.settings.prevent_self_approval && barredIds.includes(userId);
    return admin && !isBarred ? { reason: 'admin' } : undefined;
  }

  private mayDecideAlone(person: Person, { type, barred_ids: barredIds, purchase_order_id }: PendingRow): boolean {
    const roles = this.found.roles[type] ?? [];
    const document = { barredIds, withOrder: purchase_order_id !== null, roles, settings: this.settings };
    return this.ports[PORT_OF[type]].mayDecideAlone?.(person, document) ?? false;
  }

  private facts({ type, barred_ids: barredIds, department_id: departmentId, decisions }: PendingRow): ApprovalFacts {
    const { people, delegations, roles } = this.found;
    const onlyRoles = roles[type];
    return {
      people: onlyRoles ? people.filter(({ role }) => isAdmitted(role, onlyRoles)) : people,
      delegations,
      barredIds,
      departmentId,
      departmentHeadId: departmentId === null ? null : (this.heads.get(departmentId) ?? null),
      approvedBy: decisions.map(({ by }) => by),
      preventSelfApproval: this.settings.prevent_self_approval,
      requireDistinctApprovers: this.settings.require_distinct_approvers,
    };
  }
}

function openStep({ step, decisions }: PendingRow): OpenStep | undefined {
  if (!step) return undefined;
  const own = decisions.filter((one) => one.own);
  return { ...step, approvedFor: own.map((one) => one.for), approvedBy: own.map((one) => one.by) };
}
