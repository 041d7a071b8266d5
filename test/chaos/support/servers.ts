import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { ensureOwnedDatabase, ensureServiceLogin } from '../../../tools/servers/databases';
import { startPostgres, type PostgresServer } from '../../../tools/servers/postgres';
import { startRedis, type RedisServer } from '../../../tools/servers/redis';
import { isAlive } from '../../../tools/servers/processes';
import { makeOwnFolder, temporaryFolder } from '../../../tools/servers/unprivileged';
import { migrate } from '../../../src/platform/database/schema/migrate';
import { type Custodian, hireCustodian } from '../../support/servers/custodian';
import { serversFolder } from '../../support/servers/memory-folder';
import { redisProgram } from '../../support/programs/redis';
import { IS_SHORT } from './figures';
import { Relay } from './relay';

const DATABASE = 'chaos';
const GROUP_ROLE = 'procurement_service';

interface Passwords {
  readonly postgres: string;
  readonly owner: string;
  readonly service: string;
  readonly redis: string;
}

/** PostgreSQL and Redis of one test run, each with a relay port that survives restarts. */
export class Servers {
  private constructor(
    private readonly custodian: Custodian,
    private readonly folder: string,
    private readonly passwords: Passwords,
    private postgres: PostgresServer,
    private redis: RedisServer,
    private readonly postgresPort: Relay,
    private readonly redisPort: Relay,
  ) {}

  static async start(): Promise<Servers> {
    // Measurements need a real disk. The short form runs in memory if possible.
    const folder = mkdtempSync(join(IS_SHORT ? serversFolder() : temporaryFolder(), 'procurement-chaos-'));
    makeOwnFolder(folder);
    // The custodian stops the servers even if the test run is killed.
    const custodian = hireCustodian();
    custodian.entrust({ duty: 'folder', folder });
    const secret = (): string => randomBytes(18).toString('base64url');
    const passwords = { postgres: secret(), owner: secret(), service: secret(), redis: secret() };
    const [postgres, redis] = await Promise.all([
      startPostgres({ folder, password: passwords.postgres }),
      startRedisIn(folder, passwords.redis),
    ]);
    const owner = { name: 'chaos_owner', password: passwords.owner };
    await ensureOwnedDatabase(postgres.url(DATABASE), owner, GROUP_ROLE);
    await migrate(postgres.url(DATABASE, owner));
    await ensureServiceLogin(postgres.url('postgres'), { name: 'chaos', password: passwords.service }, GROUP_ROLE);
    const [postgresPort, redisPort] = await Promise.all([
      new Relay(postgres.port).open(),
      new Relay(redis.port).open(),
    ]);
    return new Servers(custodian, folder, passwords, postgres, redis, postgresPort, redisPort);
  }

  /** URL of the service login, through the relay. */
  get databaseUrl(): string {
    return this.databaseAt(this.postgresPort.port);
  }

  /** URLs of both servers without relays, for measurements. */
  get direct(): { readonly DATABASE_URL: string; readonly REDIS_URL: string } {
    return { DATABASE_URL: this.databaseAt(this.postgres.port), REDIS_URL: this.redis.url() };
  }

  /** URL of the superuser, with access to every tenant, without the relay. */
  get adminUrl(): string {
    return this.postgres.url(DATABASE);
  }

  get redisUrl(): string {
    return this.redisThrough(this.redisPort);
  }

  /** Opens a second relay to the same Redis. The caller closes it. */
  async redisRelay(): Promise<{ readonly relay: Relay; readonly url: string }> {
    const relay = await new Relay(this.redis.port).open();
    return { relay, url: this.redisThrough(relay) };
  }

  async flushRedis(): Promise<void> {
    const redis = new Redis(this.redis.url());
    await redis.flushall();
    redis.disconnect();
  }

  /** Kills Redis with SIGKILL. Its data is lost. */
  async killRedis(): Promise<void> {
    process.kill(this.redis.pid, 'SIGKILL');
    await this.redisPort.close();
  }

  /** Starts an empty Redis. */
  async reviveRedis(): Promise<void> {
    this.redis = await startRedisIn(this.folder, this.passwords.redis);
    await this.redisPort.open(this.redis.port);
  }

  /** Pauses or resumes the Redis process. Connections stay open. */
  signalRedis(signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.redis.pid, signal);
  }

  /** Stops PostgreSQL like `pg_ctl stop -m fast` (SIGINT) or `-m immediate` (SIGQUIT) and starts it again. */
  async restartPostgres(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const { pid } = this.postgres;
    process.kill(pid, signal);
    await this.postgresPort.close();
    await this.postgres.stop();
    await this.revivePostgres();
  }

  private async revivePostgres(): Promise<void> {
    this.postgres = await startPostgres({ folder: this.folder, password: this.passwords.postgres });
    await this.postgresPort.open(this.postgres.port);
  }

  /** Restarts servers that a failed test left stopped. */
  async restore(): Promise<void> {
    if (isAlive(this.redis.pid)) this.signalRedis('SIGCONT');
    else await this.reviveRedis();
    if (isAlive(this.postgres.pid)) return;
    await this.revivePostgres();
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgresPort.close(), this.redisPort.close()]);
    await this.custodian.dismiss();
  }

  private databaseAt(port: number): string {
    return `postgres://chaos:${this.passwords.service}@127.0.0.1:${port}/${DATABASE}`;
  }

  private redisThrough({ port }: Relay): string {
    return `redis://:${this.passwords.redis}@127.0.0.1:${port}/0`;
  }
}

function startRedisIn(folder: string, password: string): Promise<RedisServer> {
  const program = redisProgram(process.env['PATH'] ?? '');
  return startRedis(program, { folder: join(folder, 'redis'), password, keepsData: false });
}
