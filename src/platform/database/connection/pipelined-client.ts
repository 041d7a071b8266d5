import { Socket } from 'node:net';
import { Client, type ClientConfig, type PoolClient, type QueryResult } from 'pg';
import { GRACE, type Opening } from './settings';
import { encodable, type Query, type Statement, statement } from './statement';

/** The arguments of node-postgres' `query` in this service and in TypeORM. */
export type QueryArguments = readonly [asked: string | { readonly text: string }, ...more: unknown[]];

/** `query` of node-postgres in a form that a subclass can override; a subclass cannot repeat its overloads. */
export type QueryMethod<C extends Client> = (this: C, ...asked: QueryArguments) => unknown;

export function overrideQuery<C extends Client>(type: { readonly prototype: C }, method: QueryMethod<C>): void {
  Object.defineProperty(type.prototype, 'query', { value: method });
}

/** `query` of a connection class, read at each call because tests replace it. */
export function queryOf<C extends Client>(type: { readonly prototype: C }): QueryMethod<C> {
  return (type.prototype as unknown as { readonly query: QueryMethod<C> }).query;
}

/** PostgreSQL uses about 35 KiB for each, and lists alone have thousands of combinations of filters and sorts. */
export const MOST_PREPARED = 256;

/** An earlier statement failed (25P02), or the statement that should have prepared this one (26000). */
const CONSEQUENCES: readonly unknown[] = ['25P02', '26000'];

export function isConsequence(error: unknown): boolean {
  return CONSEQUENCES.includes((error as { readonly code?: unknown } | null)?.code);
}

/**
 * A connection of node-postgres in pipeline mode, as the pools create it. Differences, all through documented options:
 * - Everything sent in one turn of the event loop leaves in one packet: option `stream` passes a socket that is corked.
 * - Statements are prepared by name, at most {@link MOST_PREPARED}.
 * - Values are encoded before anything is sent.
 * - A connection that does not answer in time is closed.
 */
export class PipelinedClient extends Client {
  static {
    // TypeORM's statements do not pass `send`.
    overrideQuery(PipelinedClient, function (asked, ...more) {
      this.beforeEach?.();
      const answer = queryOf(Client).apply(this, [this.named(asked, more[0]), ...more]);
      if (answer instanceof Promise) void this.follow(answer, this.answerLimit);
      return answer;
    });
  }

  private static readonly open = new Set<PipelinedClient>();
  static generation = 0;

  private readonly socket: Socket;
  private readonly prepared = new Set<string>();
  /** The first error of a statement since {@link forgetFailure}. */
  failure: unknown;
  /** Time limits in milliseconds, oldest first; 0 means no limit. */
  private readonly unanswered: number[] = [];
  private silence: NodeJS.Timeout | undefined;
  private readonly usualPatience: number;
  /** Milliseconds; 0 means no limit. */
  answerLimit: number;
  /** Runs before each statement; if it throws, nothing is sent. Set by the transaction that uses the connection. */
  beforeEach: (() => void) | undefined;
  private readonly generation = PipelinedClient.generation;

  constructor(
    config?: ClientConfig,
    private readonly prepares = true,
  ) {
    const socket = new Socket();
    super({ ...config, query_timeout: undefined, stream: () => socket });
    this.socket = socket;
    this.usualPatience = this.answerLimit = config?.query_timeout ?? 0;
    this.once('connect', () => PipelinedClient.open.add(this));
    this.once('end', () => PipelinedClient.open.delete(this));
  }

  /** Closes connections up to this generation after their current use. Concurrent calls count once. */
  static forgetPrepared(generation: number): void {
    PipelinedClient.generation = Math.max(PipelinedClient.generation, generation + 1);
  }

  /** Whether to close the connection after its current use: it has too many prepared statements, or stale ones. */
  get isSpent(): boolean {
    return this.isFull || this.isOutdated;
  }

  private get isFull(): boolean {
    return this.prepared.size >= MOST_PREPARED;
  }

  private get isOutdated(): boolean {
    return this.generation !== PipelinedClient.generation;
  }

  /** Sends a statement, by name if permitted. @throws TypeError before sending, when a value cannot be encoded */
  send({ statement, values }: Query): Promise<QueryResult> {
    return this.sendEncoded(statement, encodable(values));
  }

  /** Called at the begin of a transaction, and after a rollback to a savepoint. */
  forgetFailure(): void {
    this.failure = undefined;
  }

  /** Sends commands without values. */
  command(text: string): Promise<QueryResult> {
    this.onePacket();
    return this.query(text);
  }

  /** Sets the time limit for later answers. @param milliseconds 0 means no limit; the pool's limit by default */
  expectAnswersWithin(milliseconds = this.usualPatience): void {
    this.answerLimit = milliseconds;
  }

  begin({ commands, beginLimit, limit }: Opening): Promise<QueryResult> {
    this.expectAnswersWithin(beginLimit);
    const begun = this.command(commands);
    this.expectAnswersWithin(limit);
    return begun;
  }

  /**
   * Sends a whole transaction in one packet. Everything is written before this method returns, so several transactions
   * may be sent at once.
   * @returns the rows of each query, in order
   * @throws the error of the first failed query; the transaction is then rolled back
   */
  async batch(opening: Opening, queries: readonly Query[]): Promise<unknown[][]> {
    const encoded = queries.map(({ values }) => encodable(values));
    const sent = [
      this.begin(opening),
      ...queries.map(({ statement }, place) => this.sendEncoded(statement, encoded[place] ?? [])),
      this.command('COMMIT'),
    ];
    this.expectAnswersWithin();
    const outcomes = await Promise.allSettled(sent);
    const answers = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value.rows as unknown[];
    });
    return answers.slice(1, -1);
  }

  private get isIdle(): boolean {
    return this.unanswered.length === 0 && this.getTransactionStatus() === 'I';
  }

  private async follow(answer: Promise<unknown>, patience: number): Promise<void> {
    if (this.unanswered.push(patience) === 1) this.awaitOldest();
    try {
      await answer;
    } catch (error) {
      if (!isConsequence(error)) this.failure ??= error;
    } finally {
      this.unanswered.shift();
      this.awaitOldest();
    }
  }

  /**
   * Restarts the time limit for the oldest unanswered statement, because PostgreSQL executes it from now on. The option
   * `query_timeout` counts from sending. If several statements are sent together, it would declare a working connection
   * lost.
   */
  private awaitOldest(): void {
    clearTimeout(this.silence);
    const [patience = 0] = this.unanswered;
    if (patience > 0) this.silence = setTimeout(() => this.giveUp(patience), patience);
  }

  /**
   * Ends this connection, so that it does not return to its pool, and closes idle connections to the same server. They
   * are probably broken too, and each would delay a request until its limit. Pools open new ones. A short silence
   * closes no others: the server may only be slow.
   */
  private giveUp(silence: number): void {
    void this.end();
    this.socket.destroy();
    if (silence <= GRACE) return;
    for (const other of PipelinedClient.open) {
      if (other.isIdle && other.host === this.host && other.port === this.port) other.drop();
    }
  }

  private drop(): void {
    // On this event the pool removes the idle connection, so that no request gets it while the socket closes.
    if (this.listenerCount('error') > 0)
      this.emit('error', new Error('Connection terminated, because another was lost'));
    this.socket.destroy();
  }

  private sendEncoded({ name, text }: Statement, values: unknown[]): Promise<QueryResult> {
    this.onePacket();
    return this.query(this.mayPrepare(name) ? { name, text, values } : { text, values });
  }

  /** A statement of TypeORM with values, by name if permitted. */
  private named(asked: QueryArguments[0], values: unknown): QueryArguments[0] {
    if (typeof asked !== 'string' || !Array.isArray(values) || values.length === 0) return asked;
    const named = statement(asked);
    return this.mayPrepare(named.name) ? named : asked;
  }

  private onePacket(): void {
    if (this.socket.writableCorked > 0) return;
    this.socket.cork();
    process.nextTick(() => this.socket.uncork());
  }

  private mayPrepare(name: string): boolean {
    // Prepared statements of an outdated connection may be stale; it sends the text, which PostgreSQL plans again.
    if (!this.prepares || this.isOutdated) return false;
    if (this.prepared.has(name)) return true;
    if (this.isFull) return false;
    this.prepared.add(name);
    return true;
  }
}

/** Sends each statement as text, for poolers that do not track prepared statements (PgBouncer before 1.21). */
export class UnpreparedClient extends PipelinedClient {
  constructor(config?: ClientConfig) {
    super(config, false);
  }
}

export type PooledClient = PipelinedClient & Pick<PoolClient, 'release'>;
