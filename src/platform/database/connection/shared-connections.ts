import { Pool } from 'pg';
import { withoutLimit } from '../../tracing';
import { type ConnectionSettings, poolOptions } from './data-source';
import type { PooledClient } from './pipelined-client';
import { inTime } from './pool-metrics';
import type { Opening } from './settings';
import type { Query } from './statement';

/**
 * How many connections one process keeps busy with quick reads. More of them do not answer more: PostgreSQL then switches
 * between more processes, each woken for one statement.
 */
const WIDTH = 4;

interface Shared {
  readonly client: Promise<PooledClient>;
  users: number;
  broken: boolean;
}

/**
 * Connections of the pool that several reads use at a time. The first few reads get one each; later ones share the
 * connection with the fewest users. A connection goes back to the pool with its last user.
 *
 * Work must write all its statements at once and leave the connection as it found it, as `PipelinedClient.batch`
 * does. Statements of several users follow each other on the wire and wait for each other, so they must be quick.
 */
export class SharedConnections {
  private readonly open: Shared[] = [];

  constructor(
    private readonly connect: () => Promise<PooledClient>,
    private readonly width = WIDTH,
  ) {}

  /**
   * Runs work on the connection with the fewest users, beside their work.
   * @param isLoss after which errors the connection gets no further work, and is closed once its last user is done
   * @throws what the work throws, or why there is no connection; Error 57014 when the request's time is over before there is one
   */
  async use<T>(work: (client: PooledClient) => Promise<T>, isLoss: (error: unknown) => boolean): Promise<T> {
    const shared = this.choose();
    shared.users += 1;
    let client: PooledClient | undefined;
    try {
      client = await inTime(() => shared.client, ignore);
      const done = work(client);
      if (client.isSpent) this.retire(shared);
      return await done;
    } catch (error) {
      if (isLoss(error)) this.retire(shared);
      throw error;
    } finally {
      shared.users -= 1;
      if (shared.users === 0) {
        const back = this.giveBack(shared);
        // A user that gave up does not wait for the connection.
        if (client) await back;
      }
    }
  }

  private choose(): Shared {
    if (this.open.length < this.width) {
      const shared = { client: this.listened(), users: 0, broken: false };
      this.open.push(shared);
      return shared;
    }
    return this.open.reduce((least, one) => (one.users < least.users ? one : least));
  }

  private async listened(): Promise<PooledClient> {
    // Others will share it: the time of the request that came first is no limit.
    const client = await withoutLimit(this.connect);
    // A broken connection rejects its queries and also emits an error, which would end the process if nobody listened.
    client.on('error', ignore);
    return client;
  }

  /** Gives the connection to no further reads, and closes it after its present ones. */
  private retire(shared: Shared): void {
    shared.broken = true;
    const place = this.open.indexOf(shared);
    if (place >= 0) this.open.splice(place, 1);
  }

  private async giveBack(shared: Shared): Promise<void> {
    const { broken } = shared;
    this.retire(shared);
    const client = await shared.client.catch(() => undefined);
    client?.off('error', ignore);
    client?.release(broken ? true : undefined);
  }
}

const ignore = (): void => undefined;

/** Connections for one purpose, beside TypeORM's: whoever uses them never waits for a connection that other work holds. */
export class OwnPool {
  private readonly pool: Pool;
  private readonly connections: SharedConnections;

  /** @param purpose ends the name that PostgreSQL shows of them */
  constructor(settings: ConnectionSettings, purpose: string, size: number) {
    this.pool = new Pool({
      ...poolOptions(settings),
      connectionString: settings.url,
      max: size,
      application_name: `procurement-service-${purpose}`,
      allowExitOnIdle: true,
    });
    this.pool.on('error', ignore);
    this.connections = new SharedConnections(async () => (await this.pool.connect()) as unknown as PooledClient, size);
  }

  /**
   * Runs one query in a transaction of its own.
   * @param isLoss as for {@link SharedConnections.use}
   * @returns its rows
   */
  async run(opening: Opening, query: Query, isLoss: (error: unknown) => boolean): Promise<unknown[]> {
    const [rows = []] = await this.connections.use((client) => client.batch(opening, [query]), isLoss);
    return rows;
  }

  /** Closes the connections. */
  async end(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }
}
