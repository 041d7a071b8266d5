import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { DocumentStorage } from './document-storage';
import { ObjectRef, StoredObjectsRepository } from './stored-objects.repository';

const EVERY = 15 * 60_000;
/** An upload takes at most a minute. After this time, an object without a document is an orphan. */
const GRACE = 60 * 60_000;
const AT_ONCE = 100;
const DAY_MS = 86_400_000;

/** Removes orphans from the storage: files of rejected, rolled back or crashed uploads and of deleted orders. */
@Injectable()
export class Orphans {
  private readonly log = new Logger(Orphans.name);
  private readonly sweeping: Repetition;
  /** Retention of orphans: a database restored to an earlier time may refer to them again. */
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

  /** Removes old enough orphans and returns their number. Concurrent sweeps are harmless: each step can be repeated. */
  async sweep(): Promise<number> {
    const olderThan = new Date(this.clock.now().getTime() - GRACE);
    let removed = 0;
    for (;;) {
      const orphans = await this.objects.orphans(olderThan, AT_ONCE);
      const outcomes = await Promise.all(orphans.map((orphan) => this.discard(orphan)));
      removed += outcomes.filter((outcome) => outcome === 'removed').length;
      // A file that cannot be removed now would only be found again.
      const isStuck = outcomes.every((outcome) => outcome === 'left');
      if (orphans.length < AT_ONCE || isStuck || this.sweeping.stopped) return removed;
    }
  }

  /**
   * Removes an object, unless it is referenced or its retention (`STORAGE_HOLD_DAYS`) is not over. Never throws: the
   * next sweep retries.
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
