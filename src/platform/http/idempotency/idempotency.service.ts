import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../common/errors';
import { ENVIRONMENT, type Environment } from '../../config';
import { Transaction, UnitOfWork } from '../../database';
import { withoutLimit } from '../../tracing';
import { ReplayedResponse, type FixedAnswer, isReplayable, type KeyedRequest } from './idempotency-key';
import { IdempotencyRecordsRepository } from './idempotency-records.repository';

/** The longest run of a handler outside a transaction; afterwards a retry runs the handler again. */
const OUTSIDE_MILLISECONDS = 60_000;

export interface Handling<T> {
  /** May be called again when the transaction is retried. */
  run(): Promise<T>;
  /** Undefined for a stream. */
  fixed(result: T): FixedAnswer | undefined;
  refusal(error: DomainError): FixedAnswer;
}

type Attempt<T> = { readonly result: T } | { readonly refused: FixedAnswer } | 'busy';

/**
 * Runs a request with an Idempotency-Key only once, however often it is sent. The response is stored in the transaction
 * of the change, so both are committed or neither; after a rollback a retry runs the handler again. A duplicate of a
 * running request waits for its response, without using a connection.
 */
@Injectable()
export class IdempotencyService {
  private readonly turns = new Turns();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly kept: IdempotencyRecordsRepository,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'IDEMPOTENCY_WAIT_MS'>,
  ) {}

  /**
   * Runs the handler and stores its response in one transaction.
   * @returns the result of the handler
   * @throws ReplayedResponse with an earlier response, or with the stored 422 of a violated rule; DomainError
   * IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS; any other error of the handler
   */
  async inside<T>(request: KeyedRequest, handling: Handling<T>): Promise<T> {
    const attempt = await this.patiently(request, () =>
      this.unitOfWork.run(request.tenantId, async (tx) =>
        (await this.isFree(tx, request)) ? this.handle(tx, request, handling) : 'busy',
      ),
    );
    if ('refused' in attempt) throw new ReplayedResponse(attempt.refused);
    return attempt.result;
  }

  /**
   * For a handler that waits for something outside the database, so that no transaction stays open meanwhile. The key
   * is reserved before the handler and the response is stored after it, in separate transactions.
   * @returns the result of the handler
   * @throws as {@link inside}
   */
  async outside<T>(request: KeyedRequest, handling: Handling<T>): Promise<T> {
    const within = <R>(work: (tx: Transaction) => Promise<R>): Promise<R> =>
      this.unitOfWork.run(request.tenantId, work);
    await this.patiently(request, () =>
      within(async (tx) => {
        if (!(await this.isFree(tx, request))) return 'busy';
        await this.kept.announce(tx, request, OUTSIDE_MILLISECONDS);
        return 'ours';
      }),
    );
    // Outside the time limit of the request: a handler that has used it up may have committed changes, which a retry
    // must not repeat.
    const afterwards = (work: (tx: Transaction) => Promise<void>): Promise<void> => withoutLimit(() => within(work));
    try {
      const result = await handling.run();
      const answer = handling.fixed(result);
      await afterwards((tx) => (answer ? this.kept.save(tx, request, answer) : this.kept.forget(tx, request)));
      return result;
    } catch (error) {
      if (!isReplayable(error)) {
        await afterwards((tx) => this.kept.forget(tx, request));
        throw error;
      }
      const refused = handling.refusal(error);
      await afterwards((tx) => this.kept.save(tx, request, refused));
      throw new ReplayedResponse(refused);
    }
  }

  private async handle<T>(tx: Transaction, request: KeyedRequest, handling: Handling<T>): Promise<Attempt<T>> {
    try {
      // After an error the writes of the handler are rolled back to the savepoint, and the stored error response is
      // committed.
      const result = await tx.savepoint(() => this.unitOfWork.around(tx, () => handling.run()));
      const answer = handling.fixed(result);
      if (answer) await this.kept.save(tx, request, answer);
      return { result };
    } catch (error) {
      if (!isReplayable(error)) throw error;
      const refused = handling.refusal(error);
      await this.kept.save(tx, request, refused);
      return { refused };
    }
  }

  /**
   * Whether this request may run now; false while another one with the same key is running.
   * @throws ReplayedResponse with the stored response, if any; IDEMPOTENCY_KEY_REUSED when the key belongs to another request
   */
  private async isFree(tx: Transaction, request: KeyedRequest): Promise<boolean> {
    const found = await this.kept.take(tx, request);
    if (found === 'free') return true;
    if (found === 'busy') return false;
    if (!found.fingerprint.equals(request.fingerprint)) {
      throw new DomainError('IDEMPOTENCY_KEY_REUSED', { key: 'error.idempotency_key_reused' });
    }
    if (found.answer === 'pending') return false;
    const { status, headers, body } = found.answer;
    throw new ReplayedResponse({ status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, body });
  }

  /**
   * Repeats the attempt until the key is not busy. In this process, attempts for one key run sequentially.
   * @throws DomainError IDEMPOTENCY_IN_PROGRESS when it is busy for longer than IDEMPOTENCY_WAIT_MS
   */
  private async patiently<R>(request: KeyedRequest, attempt: () => Promise<R | 'busy'>): Promise<Exclude<R, 'busy'>> {
    const until = performance.now() + this.environment.IDEMPOTENCY_WAIT_MS;
    for (let pause = 10; ; pause = Math.min(pause * 1.5, 250)) {
      const outcome = await this.turns.take(nameOf(request), until - performance.now(), attempt);
      if (outcome !== 'busy') return outcome as Exclude<R, 'busy'>;
      if (performance.now() > until) {
        throw new DomainError('IDEMPOTENCY_IN_PROGRESS', { key: 'error.idempotency_in_progress' }, { retryAfter: 1 });
      }
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

function nameOf({ tenantId, tokenId, key }: KeyedRequest): string {
  return `${tenantId}/${tokenId}/${key}`;
}

export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Runs the work after all earlier work with this name.
   * @param patience the longest wait, in milliseconds
   * @returns the result of the work; `busy` when the wait was too long
   */
  take<R>(name: string, patience: number, work: () => Promise<R>): Promise<R | 'busy'> {
    const before = this.last.get(name);
    const mine = before ? this.after(before, patience, work) : work();
    // If this work has stopped waiting, the next one still waits for the earlier work.
    const ended: Promise<unknown> = Promise.all([before, mine.catch(ignore)]).then(() => {
      if (this.last.get(name) === ended) this.last.delete(name);
    });
    this.last.set(name, ended);
    return mine;
  }

  private async after<R>(before: Promise<unknown>, patience: number, work: () => Promise<R>): Promise<R | 'busy'> {
    const end = new AbortController();
    const late = sleep(Math.max(patience, 0), 'busy', { signal: end.signal, ref: false }).catch(ignore);
    const first = await Promise.race([before, late]);
    end.abort();
    return first === 'busy' ? 'busy' : work();
  }
}

function ignore(): void {
  // The caller of the earlier work gets its error.
}
