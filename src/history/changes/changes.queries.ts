import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors';
import { FeedPart } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { query, type Query, type ReadScope, tenantIdOf, UnitOfWork } from '../../platform/database';
import { genesis } from '../evidence';
import { END_OF_ORDER, NEXT_ENTRIES_OF_TYPES, nextEntries } from './changes.sql';
import { cursorOf, type FeedPosition, markOf, positionOf } from './domain/cursor';
import { invalidCursor, type ChangesFilter } from './requests';

export interface ChangeRow {
  readonly id: string;
  readonly event: string;
  readonly created_at: Date;
  /** The body of the webhook, or in the same format if there is no webhook. */
  readonly body: string;
  /** Null for an event from before the feed existed. */
  readonly resource_type: string | null;
  readonly resource_id: number | null;
  readonly resource_version: number | null;
}

interface Head {
  readonly end_position: number;
  readonly end_hash: Buffer;
  readonly hash_after: Buffer | null;
  readonly has_missed: boolean | null;
  readonly looked_until: number | null;
  readonly looked_hash: Buffer | null;
}

type Row = Head &
  (
    | { readonly position: null }
    | ({ readonly position: number; readonly hash: Buffer } & (ChangeRow | { readonly id: null }))
  );

/** A part of the feed, and its end position. */
interface ReadPart {
  readonly part: FeedPart<ChangeRow>;
  readonly until: number;
}

/** Reads events in the order of their seals. */
@Injectable()
export class ChangesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The current end of the feed, as a part without entries. */
  async end(scope: ReadScope): Promise<ReadPart> {
    const tenantId = tenantIdOf(scope);
    const asked = query(END_OF_ORDER, [tenantId]);
    const [[end]] = await this.unitOfWork.readShared<[{ position: number; hash: Buffer }]>(scope, asked);
    return partOf(tenantId, [], { position: end?.position ?? 0, mark: end?.hash ?? genesis(tenantId) }, false);
  }

  /**
   * The cursor of the current end: all changes before it are committed, all later ones come after it. Exports read it
   * in their snapshot or before: a concurrent change may then appear twice, but is never missed.
   */
  async now(scope: ReadScope): Promise<string> {
    const { part } = await this.end(scope);
    return part.nextCursor;
  }

  /**
   * The entries after a cursor; without one, from the oldest retained entry.
   * @throws DomainError BAD_REQUEST for an invalid cursor, CURSOR_EXPIRED if entries after it were deleted
   */
  async after(tenantId: TenantId, cursor: string | undefined, filter: ChangesFilter): Promise<ReadPart> {
    const from = cursor === undefined ? undefined : positionOf(tenantId, cursor);
    if (cursor !== undefined && !from) throw invalidCursor();
    const rows = await this.rows(tenantId, from, filter);
    const [head] = rows;
    if (!head) return this.ofNone(tenantId, from);
    if (from) requireKept(tenantId, from, head);
    const { limit } = filter;
    const found = rows.flatMap((row) => (row.position === null ? [] : [row]));
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    // Skips entries that were deleted by force.
    const entries = shown.flatMap((row) => (row.id === null ? [] : [row]));
    if (found.length > limit && last)
      return partOf(tenantId, entries, { position: last.position, mark: last.hash }, true);
    if (head.looked_until !== null && head.looked_hash) {
      return partOf(tenantId, entries, { position: head.looked_until, mark: head.looked_hash }, true);
    }
    return partOf(tenantId, entries, { position: head.end_position, mark: head.end_hash }, false);
  }

  private async rows(tenantId: TenantId, from: FeedPosition | undefined, filter: ChangesFilter): Promise<Row[]> {
    const values = [tenantId, from?.position ?? null, filter.limit + 1];
    const { types } = filter;
    const asked: Query = types
      ? query(NEXT_ENTRIES_OF_TYPES, [...values, types.names, types.resources])
      : query(nextEntries(filter.limit), values);
    // A query over thousands of events uses a separate connection.
    const [rows] = types
      ? await this.unitOfWork.read<[Row]>(tenantId, asked)
      : await this.unitOfWork.readShared<[Row]>(tenantId, asked);
    return rows;
  }

  /** For a tenant without seals. */
  private ofNone(tenantId: TenantId, from: FeedPosition | undefined): ReadPart {
    const mark = markOf(genesis(tenantId));
    if (from && (from.position !== 0 || !from.mark.equals(mark))) throw expired();
    return partOf(tenantId, [], { position: 0, mark }, false);
  }
}

function partOf(tenantId: TenantId, rows: readonly ChangeRow[], at: FeedPosition, hasMore: boolean): ReadPart {
  return { part: new FeedPart(rows, cursorOf(tenantId, at), hasMore), until: at.position };
}

/** @throws DomainError CURSOR_EXPIRED if events after the cursor were deleted, or it belongs to another chain */
function requireKept(tenantId: TenantId, from: FeedPosition, head: Head): void {
  const hash = from.position === 0 ? genesis(tenantId) : head.hash_after;
  if (head.has_missed || !hash || !from.mark.equals(markOf(hash))) throw expired();
}

function expired(): DomainError {
  return new DomainError('CURSOR_EXPIRED', { key: 'changes.cursor_expired' });
}
