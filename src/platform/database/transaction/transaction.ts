import { Logger } from '@nestjs/common';
import type { QueryResult } from 'pg';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { remembered } from '../../../common/async/remembered';
import type { TenantId } from '../../../common/records/ids';
import { isConsequence, type PooledClient } from '../connection/pipelined-client';
import { GRACE, type Opening, restOfTime } from '../connection/settings';
import { Query, query } from '../connection/statement';
import { RecordChanges } from './record-changes';
import { INSERT_EVENTS, OutboxEvents } from './outbox-events';

/** A hook at the end of the transaction. If it fails, the transaction fails. */
export type BeforeCommit = () => Promise<void>;

/** A hook after the commit. A failure is logged and has no other effect. */
type CommitHook = () => void | Promise<void>;

/** Of several hooks with the same key only the latest runs. */
interface Hooks {
  readonly beforeCommit: Map<string, BeforeCommit>;
  readonly beforeAnswer: Map<string, CommitHook>;
  readonly afterCommit: CommitHook[];
}

/** Milliseconds of the request's time after which its transaction lowers PostgreSQL's limit. */
const STEP = 1_000;

/** A parameter of all code that changes tenant data: a change without transaction or tenant does not compile. */
export class Transaction {
  /** Repositories note changes; audit entries include them. */
  readonly changed = new RecordChanges();
  readonly outboxEvents = new OutboxEvents();
  private hooks: Hooks = { beforeCommit: new Map(), beforeAnswer: new Map(), afterCommit: [] };
  private readonly memory = new Map<symbol, () => Promise<unknown>>();
  private readonly unanswered: Promise<unknown>[] = [];

  /** Whether webhook subscribers get its events. Events are recorded in any case. */
  notifiesSubscribers = true;

  private isOver = false;

  constructor(
    readonly tenantId: TenantId,
    private readonly client: PooledClient,
    private readonly manager: EntityManager,
  ) {
    client.forgetFailure();
  }

  /** Only for `*.repository.ts`. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.manager.getRepository(entity);
  }

  /** Runs a named, prepared statement. @throws Error when the transaction is over */
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>(query(text, values));
  }

  /** @throws Error when the transaction is over */
  async execute<Row>(query: Query): Promise<Row[]> {
    if (this.isOver) throw new Error('The transaction is over');
    return (await this.client.send(query)).rows as Row[];
  }

  /** For the unit of work. The commands are sent with the first statement, which fails if they fail. */
  begin(opening: Opening): void {
    this.expect(this.client.begin(opening));
    this.client.beforeEach = () => this.keepTime();
  }

  /**
   * Sends no statement when the request's time is over, and lowers the limits when a transaction has used much of it.
   * After a failure only the rollback remains.
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

  command(text: string): Promise<QueryResult> {
    return this.client.command(text);
  }

  /** For the unit of work: rejects later statements, because the connection may then belong to another transaction. */
  close(): void {
    this.isOver = true;
    this.client.beforeEach = undefined;
    this.client.expectAnswersWithin();
  }

  /**
   * Sends a statement whose answer is not needed before the commit, in one packet with the next statements or the
   * commit. If it fails, the transaction fails.
   * @returns its rows, for use after the commit
   */
  send<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const answer = this.query<Row>(text, values);
    this.expect(answer);
    return answer;
  }

  /** For the unit of work: a failure of `answer` fails the transaction. */
  expect(answer: Promise<unknown>): void {
    answer.catch(() => undefined);
    this.unanswered.push(answer);
  }

  /** @throws the first error; later ones are its consequence */
  async answered(): Promise<void> {
    const outcomes = await Promise.allSettled(this.unanswered.splice(0));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Registers work after the commit that no caller waits for. It does not run after a rollback. */
  afterCommit(hook: CommitHook): void {
    this.hooks.afterCommit.push(hook);
  }

  /** Runs a hook between the (outermost) commit and the response. `UnitOfWork.run` waits for it. */
  beforeAnswer(key: string, hook: CommitHook): void {
    this.hooks.beforeAnswer.set(key, hook);
  }

  /** Runs a hook at the end: for values derived from all writes, whose locks must be acquired last. */
  beforeCommit(key: string, hook: BeforeCommit): void {
    this.hooks.beforeCommit.set(key, hook);
  }

  /** For the unit of work: runs the {@link beforeCommit} hooks and sends the events. */
  async finish(): Promise<void> {
    for (const hook of this.hooks.beforeCommit.values()) await hook();
    const events = this.outboxEvents.take(this.tenantId);
    if (!events) return;
    void this.send(INSERT_EVENTS, events.columns);
    events.recorded();
  }

  beginAfterCommit(): void {
    for (const hook of this.hooks.afterCommit) void runHook(hook);
  }

  async finishBeforeAnswer(): Promise<void> {
    for (const hook of this.hooks.beforeAnswer.values()) await runHook(hook);
  }

  /**
   * Computes a value once per transaction, for example the tenant's settings. Concurrent calls share one computation.
   * After a failure the next call computes again.
   */
  async once<T>(key: symbol, compute: () => Promise<T>): Promise<T> {
    const known = this.memory.get(key) ?? remembered(compute);
    this.memory.set(key, known);
    return (await known()) as T;
  }

  /** Discards the value of {@link once}, after a change to it. */
  forget(key: symbol): void {
    this.memory.delete(key);
  }

  /** Runs work under a savepoint. If it throws, only this work is rolled back. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const { beforeCommit, beforeAnswer, afterCommit } = this.hooks;
    const hooks = {
      beforeCommit: new Map(beforeCommit),
      beforeAnswer: new Map(beforeAnswer),
      afterCommit: [...afterCommit],
    };
    const changed = this.changed.copy();
    const outboxEvents = this.outboxEvents.copy();
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
      // The rollback also restored PostgreSQL's limit.
      this.client.expectAnswersWithin(answerLimit);
      this.hooks = hooks;
      this.changed.restore(changed);
      this.outboxEvents.restore(outboxEvents);
      throw error;
    }
  }

  /**
   * The error that failed the transaction. If the given error is only a consequence (25P02: an earlier statement
   * failed; 26000: the statement was not prepared for that reason), returns the first error. It does not depend on the
   * order in which sent statements are awaited.
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
