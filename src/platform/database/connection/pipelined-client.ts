import { Socket } from 'node:net';
import { Client, type ClientConfig, type PoolClient, type QueryResult } from 'pg';
import { GRACE, type Opening } from './settings';
import { encodable, type Query, type Statement } from './statement';

/** How this service and TypeORM call node-postgres' `query`: with a text or an object that has one. It returns a promise. */
export type Asked = readonly [asked: string | { readonly text: string }, ...more: unknown[]];

/** `query` of node-postgres in the form in which it is overridden: its own overloads cannot be repeated by a subclass. */
export type QueryMethod<C extends Client> = (this: C, ...asked: Asked) => unknown;

/** Replaces `query` of a class of connections. */
export function overrideQuery<C extends Client>(type: { readonly prototype: C }, method: QueryMethod<C>): void {
  Object.defineProperty(type.prototype, 'query', { value: method });
}

/** `query` of a class of connections, looked up at each call: tests replace it. */
export function queryOf<C extends Client>(type: { readonly prototype: C }): QueryMethod<C> {
  return (type.prototype as unknown as { readonly query: QueryMethod<C> }).query;
}

/**
 * How many statements a connection keeps prepared. PostgreSQL keeps about 35 KiB for each, and lists alone can be asked
 * for in thousands of combinations of filters and sorts.
 */
export const MOST_PREPARED = 256;

/** An earlier statement of the transaction failed (25P02), or was to prepare this one and failed before (26000). */
const CONSEQUENCES: readonly unknown[] = ['25P02', '26000'];

/** Whether a statement may have failed only because an earlier one of its transaction had. */
export function isConsequence(error: unknown): boolean {
  return CONSEQUENCES.includes((error as { readonly code?: unknown } | null)?.code);
}

/**
 * A connection of node-postgres in its pipeline mode, as pools make them. It adds four things, all by documented means:
 * - What is sent in one turn of the event loop leaves in one packet: the socket is ours, by the option `stream`, and is corked.
 * - Statements are prepared by name, {@link MOST_PREPARED} at most.
 * - Values are encoded before anything is sent.
 * - A connection that does not answer in time is closed.
 */
export class PipelinedClient extends Client {
  static {
    // TypeORM's statements do not pass `send`.
    overrideQuery(PipelinedClient, function (asked, ...more) {
      this.beforeEach?.();
      const answer = queryOf(Client).apply(this, [asked, ...more]);
      if (answer instanceof Promise) void this.follow(answer, this.answerLimit);
      return answer;
    });
  }

  /** All that are open in this process, of every pool. */
  private static readonly open = new Set<PipelinedClient>();
  /** The generation of connections that are opened now. */
  static generation = 0;

  private readonly socket: Socket;
  private readonly prepared = new Set<string>();
  /** The error of the statement that failed first since {@link forgetFailure}; undefined while none has failed. */
  failure: unknown;
  /** For each statement without an answer, the oldest first, how long it may take; 0 is for ever. */
  private readonly unanswered: number[] = [];
  private silence: NodeJS.Timeout | undefined;
  private readonly usualPatience: number;
  /** How long a statement may go unanswered now, in milliseconds; 0 is for ever. */
  answerLimit: number;
  /** Runs before each statement is sent; what it throws is thrown instead of sending. For the transaction that uses the connection. */
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

  /**
   * From now on every connection of this generation, or before, is closed after its present use: what it has prepared no longer
   * fits the schema.
   * Of several statements that fail so at the same time the first alone begins the next generation.
   */
  static forgetPrepared(generation: number): void {
    PipelinedClient.generation = Math.max(PipelinedClient.generation, generation + 1);
  }

  /**
   * Whether the connection must be closed and not be used again: it has prepared as much as it may, or what it has
   * prepared no longer fits the schema.
   */
  get isSpent(): boolean {
    return this.isFull || this.isOutdated;
  }

  private get isFull(): boolean {
    return this.prepared.size >= MOST_PREPARED;
  }

  private get isOutdated(): boolean {
    return this.generation !== PipelinedClient.generation;
  }

  /**
   * Sends a statement, by its name where the connection may prepare it.
   * @throws TypeError when a value cannot be encoded; nothing has been sent then
   */
  send({ statement, values }: Query): Promise<QueryResult> {
    return this.sendEncoded(statement, encodable(values));
  }

  /** Forgets it: a transaction begins, or is back where it had not failed yet. */
  forgetFailure(): void {
    this.failure = undefined;
  }

  /** Sends commands that have no values, several of them divided by semicolons. */
  command(text: string): Promise<QueryResult> {
    this.onePacket();
    return this.query(text);
  }

  /**
   * Sets how long each statement from here on may go unanswered; past it the connection counts as lost.
   * @param milliseconds 0 is for ever; the pool's own limit when left out
   */
  expectAnswersWithin(milliseconds = this.usualPatience): void {
    this.answerLimit = milliseconds;
  }

  /** Sends the commands that open a transaction, whose statements then have its limit. */
  begin({ commands, beginLimit, limit }: Opening): Promise<QueryResult> {
    this.expectAnswersWithin(beginLimit);
    const begun = this.command(commands);
    this.expectAnswersWithin(limit);
    return begun;
  }

  /**
   * Sends a whole transaction in one packet. All of it is written before this returns, so that a connection may be given
   * several of them at once.
   * @returns the rows of each query, in their order
   * @throws the error of the first query that failed; the transaction has then done nothing
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

  /** Whether the connection is open and nobody uses it: no transaction is open, and no answer is awaited. */
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
   * Gives the oldest statement its time from now on, for PostgreSQL begins with it now. The option `query_timeout` counts from the
   * sending, and would take a connection for lost on which several statements were sent together and each takes a while.
   */
  private awaitOldest(): void {
    clearTimeout(this.silence);
    const [patience = 0] = this.unanswered;
    if (patience > 0) this.silence = setTimeout(() => this.giveUp(patience), patience);
  }

  /**
   * Ends this connection, so that no pool takes it back, and closes the idle connections to the same server. Most likely they are cut
   * off too, and each would let another request wait for its limit. Pools open new ones. A short silence may be that of a slow server.
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
    // A pool takes out an idle connection at its error event, and so gives it to nobody while the socket closes.
    if (this.listenerCount('error') > 0) this.emit('error', new Error('Connection terminated, as another was lost'));
    this.socket.destroy();
  }

  private sendEncoded({ name, text }: Statement, values: unknown[]): Promise<QueryResult> {
    this.onePacket();
    return this.query(this.mayPrepare(name) ? { name, text, values } : { text, values });
  }

  /** Sends all that is written until the end of this turn of the event loop in one packet. */
  private onePacket(): void {
    if (this.socket.writableCorked > 0) return;
    this.socket.cork();
    process.nextTick(() => this.socket.uncork());
  }

  private mayPrepare(name: string): boolean {
    // What an outdated connection has prepared may be stale: it runs the text, which PostgreSQL plans anew.
    if (!this.prepares || this.isOutdated) return false;
    if (this.prepared.has(name)) return true;
    if (this.isFull) return false;
    this.prepared.add(name);
    return true;
  }
}

/**
 * A connection that prepares nothing: each statement is sent with its text. For a pooler that hands every transaction
 * another server connection and does not know what was prepared on which (PgBouncer before 1.21).
 */
export class UnpreparedClient extends PipelinedClient {
  constructor(config?: ClientConfig) {
    super(config, false);
  }
}

/** A connection of one of our pools: they make {@link PipelinedClient}s only. */
export type PooledClient = PipelinedClient & Pick<PoolClient, 'release'>;
