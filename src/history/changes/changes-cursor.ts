import { Injectable } from '@nestjs/common';
import type { ReadScope } from '../../platform/database';
import { ChangesQueries } from './changes.queries';

/** Cursors of `GET /changes` for whoever hands out something else beside them. */
@Injectable()
export class ChangesCursor {
  constructor(private readonly queries: ChangesQueries) {}

  /**
   * The cursor of this moment: all changes that stand before it are committed and can be read, and every other comes after it.
   * An export asks for it in its snapshot, or before it begins to read: what was changed meanwhile is then told once too often, never
   * missed.
   */
  async now(scope: ReadScope): Promise<string> {
    const { part } = await this.queries.end(scope);
    return part.nextCursor;
  }
}
