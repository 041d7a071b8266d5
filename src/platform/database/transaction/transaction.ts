import { Logger } from '@nestjs/common';
import type { QueryResult } from 'pg';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { remembered } from '../../../common/async/remembered';
import type { TenantId } from '../../../common/records/ids';
import { isConsequence, type PooledClient } from '../connection/pipelined-client';
import { GRACE, type Opening, restOfTime } from '../connection/settings';
import { Query, query } from '../connection/statement';
import { RecordChanges } from './record-changes';
import { INSERT_EVENTS, ToldEvents } from './told-events';

/** Work to do in the transaction when all else in it is done. Its failure fails the transaction. */
export type BeforeCommit = () => Promise<void>;

/** Work to do once the transaction has been committed. Its failure is logged and fails nothing. */
type CommitHook = () => void | Promise<void>;

/** What was registered to follow the work; of several under one key only the latest runs. */
interface Hooks {
  readonly beforeCommit: Map<string, BeforeCommit>;
  readonly beforeAnswer: Map<string, CommitHook>;
  readonly afterCommit: CommitHook[];
}

/** By how many milliseconds the time of a request shrinks before its transaction lowers PostgreSQL's limit: a quick one never does. */
const STEP = 1_000;

/**
 * One open transaction in the scope of one tenant. Everything that changes a tenant's data takes one of these, so a
 * change outside a transaction, or outside a tenant, cannot be written down.
 */
export class Transaction {
  /** What it has changed of the records that the audit log keeps: repositories note it, entries tell it. */
  readonly changed = new RecordChanges();
  /** The events that it writes at its end. */
  readonly told = new ToldEvents();
  private hooks: Hooks = { beforeCommit: new Map(), beforeAnswer: new Map(), afterCommit: [] };
  private readonly memory = new Map<symbol, () => Promise<unknown>>();
  private readonly unanswered: Promise<unknown>[] = [];

  /** Whether subscribers of webhooks are told of its events. They are recorded in any case. */
  tellsSubscribers = true;

  private isOver = false;

  constructor(
    readonly tenantId: TenantId,
    private readonly client: PooledClient,
    private readonly manager: EntityManager,
  ) {
    client.forgetFailure();
  }

  /** The TypeORM repository of an entity on this transaction's connection; for `*.repository.ts` alone. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.manager.getRepository(entity);
  }

  /** Runs a named, prepared statement and answers its rows. @throws Error when the transaction is over */
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>(query(text, values));
  }

  /** Runs a prepared query and answers its rows. @throws Error when the transaction is over */
  async execute<Row>(query: Query): Promise<Row[]> {
    if (this.isOver) throw new Error('The transaction is over');
    return (await this.client.send(query)).rows as Row[];
  }

  /** Opens it; for the unit of work. Not waited for: the commands travel with the first statement, which fails when they do. */
  begin(opening: Opening): void {
    this.expect(this.client.begin(opening));
    this.client.beforeEach = () => this.keepTime();
  }

  /**
   * Starts no statement when the request's time is over, and lowers the limits when a transaction has used much of it. A failed
   * transaction takes only its rollback.
   * @throws Error 57014 when the time is over
   */
  private keepTime(): void {
    if (this.client.failure !== undefined) return;
    const limit = restOfTime() + GRACE;
    const { answerLimit } = this.client;
    if (limit === Infinity || (answerLimit > 0 && answerLimit < limit + STEP)) return;
    this.client.expectAnswersWithin(limit);
    this.expect(this.command(`SET LOCAL statement_timeout = ${limit - GRACE}`));
  }

  /** Sends a command of transactions themselves; for the unit of work. */
  command(text: string): Promise<QueryResult> {
    return this.client.command(text);
  }

  /** Refuses all later statements, because the connection may belong to another transaction by then; for the unit of work. */
  close(): void {
    this.isOver = true;
    this.client.beforeEach = undefined;
    this.client.expectAnswersWithin();
  }

  /**
   * Sends a statement whose answer is not needed before the commit, in one packet with the statements that follow or the
   * commit. If it fails, the transaction fails.
   * @returns its rows, for use after the commit
   */
  send<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const answer = this.query<Row>(text, values);
    this.expect(answer);
    return answer;
  }

  /** Fails the transaction when a statement that was sent without waiting for its answer fails; for the unit of work. */
  expect(answer: Promise<unknown>): void {
    answer.catch(() => undefined);
    this.unanswered.push(answer);
  }

  /**
   * Waits for all that was sent.
   * @throws the error of the first that failed; later ones failed because of it
   */
  async answered(): Promise<void> {
    const outcomes = await Promise.allSettled(this.unanswered.splice(0));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Registers work to do after the commit, for which nobody waits; it never runs when the transaction rolls back. */
  afterCommit(hook: CommitHook): void {
    this.hooks.afterCommit.push(hook);
  }

  /**
   * Registers work that must be done after the commit and before the change is answered. `UnitOfWork.run` returns after it, the
   * outermost one where several are joined, as under an Idempotency-Key. Of several under one key only the latest runs.
   */
  beforeAnswer(key: string, hook: CommitHook): void {
    this.hooks.beforeAnswer.set(key, hook);
  }

  /**
   * Registers work to do last in this transaction: what is derived from all that it writes, and whose locks must be taken after
   * all others. Of several under one key only the latest runs.
   */
  beforeCommit(key: string, hook: BeforeCommit): void {
    this.hooks.beforeCommit.set(key, hook);
  }

  /** Runs the hooks of {@link beforeCommit}, and sends the events; for the unit of work. */
  async finish(): Promise<void> {
    for (const hook of this.hooks.beforeCommit.values()) await hook();
    const events = this.told.take(this.tenantId);
    if (!events) return;
    void this.send(INSERT_EVENTS, events.columns);
    events.recorded();
  }

  /** Begins what nobody waits for, after the commit; for the unit of work. */
  beginAfterCommit(): void {
    for (const hook of this.hooks.afterCommit) void runHook(hook);
  }

  /** Does what is waited for before the answer, one after the other; for the unit of work. */
  async finishBeforeAnswer(): Promise<void> {
    for (const hook of this.hooks.beforeAnswer.values()) await runHook(hook);
  }

  /**
   * Computes a value once in this transaction, for example the tenant's settings. Calls at the same time share one computation. A
   * failed one is forgotten: the next call computes again.
   * @throws the error of `compute`
   */
  async once<T>(key: symbol, compute: () => Promise<T>): Promise<T> {
    const known = this.memory.get(key) ?? remembered(compute);
    this.memory.set(key, known);
    return (await known()) as T;
  }

  /** Forgets what {@link once} remembered, after a change to it. */
  forget(key: symbol): void {
    this.memory.delete(key);
  }

  /** Runs part of the work under a savepoint: when it throws, only that part is undone. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const { beforeCommit, beforeAnswer, afterCommit } = this.hooks;
    const hooks = {
      beforeCommit: new Map(beforeCommit),
      beforeAnswer: new Map(beforeAnswer),
      afterCommit: [...afterCommit],
    };
    const changed = this.changed.copy();
    const told = this.told.copy();
    await this.command('SAVEPOINT part');
    const { answerLimit } = this.client;
    try {
      const result = await work();
      await this.answered();
      await this.command('RELEASE SAVEPOINT part');
      return result;
    } catch (thrown) {
      const error = await this.causeOf(thrown);
      await this.command('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
      this.client.forgetFailure();
      // PostgreSQL is back at the limit of then, too.
      this.client.expectAnswersWithin(answerLimit);
      this.hooks = hooks;
      this.changed.restore(changed);
      this.told.restore(told);
      throw error;
    }
  }

  /**
   * The error that failed the transaction: where the error is only a consequence (25P02: an earlier statement failed; 26000: the
   * statement was not prepared because an earlier one failed), the error of the statement that failed first. So it does not matter
   * which of two statements that were sent together is waited for first.
   */
  async causeOf(error: unknown): Promise<unknown> {
    await this.answered().catch(() => undefined);
    return isConsequence(error) ? (this.client.failure ?? error) : error;
  }
}

const log = new Logger('CommitHooks');

async function runHook(hook: CommitHook): Promise<void> {
  try {
    await hook();
  } catch (error) {
    log.error({ err: error }, 'After-commit work failed');
  }
}
