import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase, ensureServiceLogin } from '../../../src/dev/databases';
import { startPostgres, type PostgresServer } from '../../../src/dev/postgres';
import { startRedis, type RedisServer } from '../../../src/dev/redis';
import { makeOwnFolder, temporaryFolder } from '../../../src/dev/unprivileged';
import { migrate } from '../../../src/database/migrate';
import { redisProgram } from '../../support/servers/redis-program';
import { Relay } from './relay';

const DATABASE = 'chaos';
const GROUP_ROLE = 'procurement_service';

interface Passwords {
  readonly postgres: string;
  readonly service: string;
  readonly redis: string;
}

/** PostgreSQL and Redis of a plug test's own, each behind a port that outlives it. */
export class Servers {
  private constructor(
    private readonly folder: string,
    private readonly passwords: Passwords,
    private postgres: PostgresServer,
    private redis: RedisServer,
    private readonly postgresPort: Relay,
    private readonly redisPort: Relay,
  ) {}

  static async start(): Promise<Servers> {
    const folder = mkdtempSync(join(temporaryFolder(), 'procurement-chaos-'));
    makeOwnFolder(folder);
    const secret = (): string => randomBytes(18).toString('base64url');
    const passwords = { postgres: secret(), service: secret(), redis: secret() };
    const [postgres, redis] = await Promise.all([
      startPostgres({ folder, password: passwords.postgres }),
      startRedisIn(folder, passwords.redis),
    ]);
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    await migrate(postgres.url(DATABASE));
    await ensureServiceLogin(postgres.url('postgres'), { name: 'chaos', password: passwords.service }, GROUP_ROLE);
    const [postgresPort, redisPort] = await Promise.all([
      new Relay(postgres.port).open(),
      new Relay(redis.port).open(),
    ]);
    return new Servers(folder, passwords, postgres, redis, postgresPort, redisPort);
  }

  /** As the service's login, through the relay. */
  get databaseUrl(): string {
    return `postgres://chaos:${this.passwords.service}@127.0.0.1:${this.postgresPort.port}/${DATABASE}`;
  }

  /** As the owner, who sees every tenant; past the relay. */
  get adminUrl(): string {
    return this.postgres.url(DATABASE);
  }

  get redisUrl(): string {
    return `redis://:${this.passwords.redis}@127.0.0.1:${this.redisPort.port}/0`;
  }

  /** Ends Redis with SIGKILL, and with it all it held. */
  async killRedis(): Promise<void> {
    process.kill(this.redis.pid, 'SIGKILL');
    await this.redisPort.close();
  }

  /** Redis as it comes back: empty. */
  async reviveRedis(): Promise<void> {
    this.redis = await startRedisIn(this.folder, this.passwords.redis);
    await this.redisPort.open(this.redis.port);
  }

  /** Stops or continues Redis where it stands: connections stay, nothing answers. */
  signalRedis(signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.redis.pid, signal);
  }

  /** Ends PostgreSQL as `pg_ctl stop -m fast` (SIGINT) or `-m immediate` (SIGQUIT) does, and starts it again. */
  async restartPostgres(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const { pid } = this.postgres;
    process.kill(pid, signal);
    await this.postgresPort.close();
    await this.postgres.stop();
    this.postgres = await startPostgres({ folder: this.folder, password: this.passwords.postgres });
    await this.postgresPort.open(this.postgres.port);
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgresPort.close(), this.redisPort.close()]);
    await Promise.all([this.postgres.stop(), this.redis.stop()]);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function startRedisIn(folder: string, password: string): Promise<RedisServer> {
  const program = redisProgram(process.env['PATH'] ?? '');
  return startRedis(program, { folder: join(folder, 'redis'), password, keepsData: false });
}
