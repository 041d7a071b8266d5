import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import { toNumber } from '../../common/money';
import type { Warning } from '../../common/warnings';
import type { TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../platform/database';
import { InvoicesQueries } from '../../procurement/invoices';
import { PurchaseOrdersQueries } from '../../procurement/purchase-orders';
import { beside, entryOf, inOrder, type RecordedEntry, type TrailEntry } from './domain/trail';
import {
  deliveriesSql,
  entriesSql,
  FIRST_SHOWN,
  LAST_SHOWN,
  matchesSql,
  movementsSql,
  type Subject,
  subjectSql,
} from './trails.sql';

interface SubjectRow {
  readonly id: number;
  readonly number: string;
  readonly status: string;
}

/** `of_all` is the number of rows of the same kind. */
interface Placed {
  readonly of_all: number;
}

interface MatchRow extends Placed {
  readonly id: number;
  readonly number: string;
  readonly match_status: string;
  readonly match: { readonly lines: readonly unknown[] } & Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly overridden: boolean;
}

interface MovementRow extends Placed {
  readonly id: number;
  readonly at: Date;
  readonly movement: string;
  readonly purchase_order_id: number | null;
  readonly invoice_id: number | null;
  readonly expense_type: string;
  readonly reserved_change: string;
  readonly committed_change: string;
  readonly spent_change: string;
  readonly paid_change: string;
  readonly budget_id: number;
  readonly budget_name: string;
  readonly currency: string;
  readonly user_id: number | null;
  readonly user_name: string | null;
}

interface DeliveryRow extends Placed {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  readonly event_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly is_redelivery: boolean;
  readonly finished_at: Date | null;
  readonly subscription_id: number;
  readonly subscription_name: string;
}

export interface Trail {
  readonly subject: SubjectRow;
  readonly entries: readonly TrailEntry[];
  /** Number of entries left out per kind. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Current warnings of the subject. */
  readonly warnings: readonly Warning[];
}

/** Maximum lines of a match in a trail. */
const LINES_SHOWN = 100;

/** Always five statements in two round trips. */
@Injectable()
export class TrailsQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersQueries,
    private readonly invoices: InvoicesQueries,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async of(tenantId: TenantId, type: Subject, id: number): Promise<Trail> {
    const values = [tenantId, id];
    const { storedWarnings } = type === 'invoice' ? this.invoices : this.orders;
    const [[found], recorded] = await this.unitOfWork.read<[SubjectRow & { cause: unknown }, RecordedEntry & Placed]>(
      tenantId,
      query(subjectSql(type, storedWarnings.sql), values),
      query(entriesSql(type), values),
    );
    if (!found) throw notFound();
    const { cause, ...subject } = found;
    const recordedEntries = recorded.map(entryOf);
    const [matches, movements, deliveries] = await this.unitOfWork.read<[MatchRow, MovementRow, DeliveryRow]>(
      tenantId,
      query(matchesSql(type), values),
      query(movementsSql(type), values),
      query(deliveriesSql(type), [...values, recordedEntries.map(({ at }) => at)]),
    );
    const entries = [
      ...matches.map((row) => matchEntry(row, recordedEntries)),
      ...recordedEntries,
      ...movements.map((row) => movementEntry(row, recordedEntries)),
      ...deliveries.map(deliveryEntry),
    ];
    const counted = {
      ...Object.fromEntries(recorded.map(({ type, of_all }) => [type, of_all])),
      match: matches[0]?.of_all ?? 0,
      movement: movements[0]?.of_all ?? 0,
      delivery: deliveries[0]?.of_all ?? 0,
    };
    return { subject, entries: inOrder(entries), leftOut: leftOut(counted), warnings: storedWarnings.of(cause) };
  }
}

function leftOut(counted: Readonly<Record<string, number>>): Record<string, number> {
  const rest = Object.entries(counted).map(([kind, total]) => [kind, total - FIRST_SHOWN - LAST_SHOWN] as const);
  return Object.fromEntries(rest.filter(([, count]) => count > 0));
}

function matchEntry(
  { id, number, match_status, match, at, overridden }: MatchRow,
  recordedEntries: readonly TrailEntry[],
): TrailEntry {
  const ofInvoice = recordedEntries.filter(({ subject }) => subject.type === 'invoice' && subject.id === id);
  const { lines, ...found } = match;
  return {
    type: 'match',
    at,
    action: 'approved_on',
    subject: { type: 'invoice', id, number },
    ...beside(ofInvoice, at, undefined),
    details: { match_status, overridden, ...found, lines: lines.slice(0, LINES_SHOWN), line_count: lines.length },
    changes: null,
  };
}

function movementEntry(row: MovementRow, recordedEntries: readonly TrailEntry[]): TrailEntry {
  const { token, request_id } = beside(recordedEntries, row.at, row.user_id);
  return {
    type: 'budget',
    at: row.at,
    action: row.movement,
    subject: { type: 'budget', id: row.budget_id, number: row.budget_name },
    actor: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    token,
    request_id,
    details: {
      movement_id: row.id,
      purchase_order_id: row.purchase_order_id,
      invoice_id: row.invoice_id,
      expense_type: row.expense_type,
      currency: row.currency,
      reserved_change: toNumber(row.reserved_change),
      committed_change: toNumber(row.committed_change),
      spent_change: toNumber(row.spent_change),
      paid_change: toNumber(row.paid_change),
    },
    changes: null,
  };
}

function deliveryEntry(row: DeliveryRow): TrailEntry {
  return {
    type: 'webhook',
    at: row.at,
    action: row.event,
    subject: { type: 'webhook', id: row.subscription_id, number: row.subscription_name },
    actor: null,
    token: null,
    request_id: null,
    details: {
      event_id: row.event_id,
      delivery_id: row.id,
      status: row.status,
      attempts: row.attempts,
      is_redelivery: row.is_redelivery,
      finished_at: row.finished_at?.toISOString() ?? null,
    },
    changes: null,
  };
}
