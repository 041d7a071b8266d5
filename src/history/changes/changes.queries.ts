import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors';
import { FeedPart } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { query, type Query, type ReadScope, tenantIdOf, UnitOfWork } from '../../platform/database';
import { genesis } from '../evidence';
import { END_OF_ORDER, NEXT_ENTRIES_OF_TYPES, nextEntries } from './changes.sql';
import { cursorOf, type FeedPosition, markOf, positionOf } from './domain/cursor';
import { invalidCursor, type ChangesFilter } from './requests';

/** An entry as it is stored. */
export interface ChangeRow {
  readonly id: string;
  readonly event: string;
  readonly created_at: Date;
  /** The text that was, or would have been, sent to webhooks. */
  readonly body: string;
  /** null of an event that was recorded before there was a feed. */
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

/** A part of the feed, and the position that it reaches to. */
interface ReadPart {
  readonly part: FeedPart<ChangeRow>;
  readonly until: number;
}

/** Reads events in the order in which they were sealed. */
@Injectable()
export class ChangesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Where the feed ends now, as a part without entries. */
  async end(scope: ReadScope): Promise<ReadPart> {
    const tenantId = tenantIdOf(scope);
    const asked = query(END_OF_ORDER, [tenantId]);
    const [[end]] = await this.unitOfWork.readShared<[{ position: number; hash: Buffer }]>(scope, asked);
    return partOf(tenantId, [], { position: end?.position ?? 0, mark: end?.hash ?? genesis(tenantId) }, false);
  }

  /**
   * The cursor of this moment: all changes that stand before it are committed and can be read, and every other comes after it.
   * An export asks for it in its snapshot, or before it begins to read: what was changed meanwhile is then told once too often, never
   * missed.
   */
  async now(scope: ReadScope): Promise<string> {
    const { part } = await this.end(scope);
    return part.nextCursor;
  }

  /**
   * The entries that follow a cursor; the first that are kept when it is left out.
   * @throws DomainError BAD_REQUEST when it is no cursor of this tenant, CURSOR_EXPIRED when entries behind it are gone
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
    // An entry that is gone was removed by force: the others are told.
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
    // What looks at thousands of events does not share its connection.
    const [rows] = types
      ? await this.unitOfWork.read<[Row]>(tenantId, asked)
      : await this.unitOfWork.readShared<[Row]>(tenantId, asked);
    return rows;
  }

  /** Of a tenant of which nothing has been sealed. */
  private ofNone(tenantId: TenantId, from: FeedPosition | undefined): ReadPart {
    const mark = markOf(genesis(tenantId));
    if (from && (from.position !== 0 || !from.mark.equals(mark))) throw expired();
    return partOf(tenantId, [], { position: 0, mark }, false);
  }
}

function partOf(tenantId: TenantId, rows: readonly ChangeRow[], at: FeedPosition, hasMore: boolean): ReadPart {
  return { part: new FeedPart(rows, cursorOf(tenantId, at), hasMore), until: at.position };
}

/** @throws DomainError CURSOR_EXPIRED when events behind the cursor are gone, or it is of another chain than there is now */
function requireKept(tenantId: TenantId, from: FeedPosition, head: Head): void {
  const hash = from.position === 0 ? genesis(tenantId) : head.hash_after;
  if (head.has_missed || !hash || !from.mark.equals(markOf(hash))) throw expired();
}

function expired(): DomainError {
  return new DomainError('CURSOR_EXPIRED', { key: 'changes.cursor_expired' });
}
