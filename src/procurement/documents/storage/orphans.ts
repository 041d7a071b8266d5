import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { DocumentStorage } from './document-storage';
import { ObjectRef, StoredObjectsRepository } from './stored-objects.repository';

const EVERY = 15 * 60_000;
/** An upload takes a minute at most; what is older than this and belongs to no document never will. */
const GRACE = 60 * 60_000;
const AT_ONCE = 100;
const DAY_MS = 86_400_000;

/**
 * Removes what nobody needs from the storage: uploads that were refused or rolled back, that a dead process left, and
 * the files of orders that were deleted.
 */
@Injectable()
export class Orphans {
  private readonly log = new Logger(Orphans.name);
  private readonly sweeping: Repetition;
  /** How long a file stays that nobody needs any more: a database restored to an earlier moment may point to it again. */
  private readonly holdMs: number;

  constructor(
    private readonly objects: StoredObjectsRepository,
    private readonly storage: DocumentStorage,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'STORAGE_HOLD_DAYS'>,
    periodic: Periodic,
  ) {
    this.holdMs = environment.STORAGE_HOLD_DAYS * DAY_MS;
    this.sweeping = periodic.add({
      name: 'Files of no document',
      every: EVERY,
      failure: 'Orphaned files could not be removed',
      run: () => this.sweep(),
    });
  }

  /**
   * Removes every orphan that is old enough. Instances may sweep at the same time: each step may be done twice.
   * @returns how many were removed
   */
  async sweep(): Promise<number> {
    const olderThan = new Date(this.clock.now().getTime() - GRACE);
    let removed = 0;
    for (;;) {
      const orphans = await this.objects.orphans(olderThan, AT_ONCE);
      const outcomes = await Promise.all(orphans.map((orphan) => this.discard(orphan)));
      removed += outcomes.filter((outcome) => outcome === 'removed').length;
      // What could not be removed now would only be found again.
      const isStuck = outcomes.every((outcome) => outcome === 'left');
      if (orphans.length < AT_ONCE || isStuck || this.sweeping.stopped) return removed;
    }
  }

  /**
   * Removes an object unless a document points to it, or holds it first (`STORAGE_HOLD_DAYS`). Never throws: what could not be
   * removed now is an orphan for the next sweep.
   * @returns what became of it
   */
  async discard(object: ObjectRef): Promise<'removed' | 'held' | 'left'> {
    try {
      const fate = await this.objects.doom(object, this.holdMs);
      if (fate !== 'doomed') return fate === 'held' ? 'held' : 'left';
      await this.storage.remove(object.key);
      await this.objects.forget(object);
      return 'removed';
    } catch (error) {
      this.log.warn({ err: error, key: object.key }, 'A stored file could not be removed; the sweep will try again');
      return 'left';
    }
  }
}
