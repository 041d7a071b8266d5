import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { UnitOfWork, query } from '../../database';
import { Periodic, type Repetition } from '../../periodic';

const HOUR = 3_600_000;
const AT_ONCE = 5_000;

/** Deletes expired keys every hour, for the table's size alone: an expired key is treated as absent anyway. */
@Injectable()
export class ExpiredKeys {
  private readonly pruning: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.pruning = periodic.add({
      name: 'Expired idempotency keys',
      every: HOUR,
      failure: 'Expired keys could not be forgotten',
      run: () => this.prune(),
    });
  }

  /** Deletes expired keys until none is left or the process stops. @returns how many */
  async prune(): Promise<number> {
    let all = 0;
    for (;;) {
      const [row] = await this.unitOfWork.unscoped<{ gone: number }>(
        query('SELECT forget_idempotency_keys($1, $2) AS gone', [this.clock.now(), AT_ONCE]),
      );
      const gone = row?.gone ?? 0;
      all += gone;
      if (gone < AT_ONCE || this.pruning.stopped) return all;
    }
  }
}
