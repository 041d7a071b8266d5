import { Pool } from 'pg';
import { withoutLimit } from '../../tracing';
import { type ConnectionSettings, poolOptions } from './data-source';
import type { PooledClient } from './pipelined-client';
import { inTime } from './pool-metrics';
import type { Opening } from './settings';
import type { Query } from './statement';

/** More connections do not speed up quick reads: PostgreSQL would only switch between more processes. */
const WIDTH = 4;

interface Shared {
  readonly client: Promise<PooledClient>;
  users: number;
  broken: boolean;
}

/**
 * Connections of the pool that several reads use at the same time. The first reads get one each; later ones share the
 * connection with the fewest users. After its last user a connection returns to the pool. Work must send all its
 * statements at once and leave the connection unchanged, as `PipelinedClient.batch` does. It must be quick, because
 * statements of several users wait for each other.
 */
export class SharedConnections {
  private readonly open: Shared[] = [];

  constructor(
    private readonly connect: () => Promise<PooledClient>,
    private readonly width = WIDTH,
  ) {}

  /**
   * Runs work on the connection with the fewest users, concurrently with their work.
   * @param isLoss errors after which the connection gets no new work and is closed after its last user
   * @throws the error of the work or of connecting; Error 57014 when the request's time is over before a connection is
   * available
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
        const back = this.release(shared);
        // A user that timed out does not wait for the connection.
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
    // Other requests will share it, so the time limit of the first one does not apply.
    const client = await withoutLimit(this.connect);
    // A broken connection rejects its queries and also emits an error, which would end the process without a listener.
    client.on('error', ignore);
    return client;
  }

  private retire(shared: Shared): void {
    shared.broken = true;
    const place = this.open.indexOf(shared);
    if (place >= 0) this.open.splice(place, 1);
  }

  private async release(shared: Shared): Promise<void> {
    const { broken } = shared;
    this.retire(shared);
    const client = await shared.client.catch(() => undefined);
    client?.off('error', ignore);
    client?.release(broken ? true : undefined);
  }
}

const ignore = (): void => undefined;

/** A separate pool, so that its users never wait for connections of other work. */
export class OwnPool {
  private readonly pool: Pool;
  private readonly connections: SharedConnections;

  /** @param purpose the suffix of the application name in PostgreSQL */
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

  /** Runs one query in a transaction. @param isLoss see {@link SharedConnections.use} */
  async run(opening: Opening, query: Query, isLoss: (error: unknown) => boolean): Promise<unknown[]> {
    const [rows = []] = await this.connections.use((client) => client.batch(opening, [query]), isLoss);
    return rows;
  }

  async end(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }
}
