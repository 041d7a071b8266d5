import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors';
import { FairQueue, halfOf, type Leave, QueueFullError } from '../../common/fair-queue';
import { ENVIRONMENT, type Environment } from '../../config';

/** What tenants take turns for: requests that hold a database connection for as long as they compute. */
export type TurnKind = 'reports' | 'searches';

/** Waiting requests of one tenant and kind, in one process; one more is refused. */
const MOST_WAITING = 100;

/** How long a request waits for its turn, milliseconds. */
const PATIENCE_MILLISECONDS = 30_000;

/** Seconds after which a tenant whose requests wait already may come again. */
const RETRY_AFTER_SECONDS = 5;

/** Limits how many reports and searches run at once, in turns among tenants, so that no tenant holds every connection. */
@Injectable()
export class TenantTurns {
  private readonly queues: Readonly<Record<TurnKind, FairQueue>>;

  constructor(@Inject(ENVIRONMENT) { DATABASE_POOL_SIZE: connections }: Pick<Environment, 'DATABASE_POOL_SIZE'>) {
    this.queues = {
      // Together about half of the connections; the rest is for everything else.
      reports: queueOf(Math.max(2, Math.floor(connections / 5))),
      searches: queueOf(Math.max(2, Math.floor(connections / 3))),
    };
  }

  /**
   * Waits for the tenant's turn.
   * @param gone aborts when nobody waits for the answer any more
   * @returns what must be called when the work has ended
   * @throws DomainError SERVICE_UNAVAILABLE with `retryAfter` when too many of this tenant wait already, or its turn did
   *   not come in time; the signal's reason when the client went away
   */
  async enter(kind: TurnKind, tenantId: string, gone: AbortSignal): Promise<Leave> {
    const late = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    try {
      return await this.queues[kind].enter(tenantId, AbortSignal.any([gone, late]));
    } catch (error) {
      if (error instanceof QueueFullError || late.aborted) throw busy(error);
      throw error;
    }
  }
}

function queueOf(inFlight: number): FairQueue {
  return new FairQueue({ inFlight, inFlightOfTenant: halfOf(inFlight), waitingOfTenant: MOST_WAITING });
}

function busy(cause: unknown): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    { key: 'error.unavailable', params: { seconds: RETRY_AFTER_SECONDS } },
    { cause, retryAfter: RETRY_AFTER_SECONDS },
  );
}
