import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Redis from 'ioredis';
import { endProcess } from '../../../tools/servers/processes';
import { type RedisServer, startRedis } from '../../../tools/servers/redis';
import { type RunningServer, startOnFreePort } from '../../../tools/servers/server-process';
import { serverAccount } from '../../../tools/servers/unprivileged';
import { program } from '../../support/programs/program';
import { redisProgram } from '../../support/programs/redis';
import { until } from '../../support/until';

export const GROUP = 'procurement-main';
const PASSWORD = 'redis';
const SENTINEL_PASSWORD = 'watches';
const DOWN_AFTER_MILLISECONDS = 1_000;

/** A primary, a replica and three sentinels on loopback, with passwords. */
export class WatchedRedis {
  private readonly restarted: number[] = [];

  private constructor(
    private readonly folder: string,
    readonly primary: RedisServer,
    readonly replica: RedisServer,
    readonly sentinels: readonly RunningServer[],
  ) {}

  static async start(folder: string): Promise<WatchedRedis> {
    const primary = await startServer(join(folder, 'primary'));
    const replica = await startServer(join(folder, 'replica'), [`replicaof 127.0.0.1 ${primary.port}`]);
    const sentinels: RunningServer[] = [];
    for (const name of ['a', 'b', 'c']) sentinels.push(await startSentinel(join(folder, name), primary.port));
    const watched = new WatchedRedis(folder, primary, replica, sentinels);
    // A failover needs sentinels that have found each other, and a replica in sync.
    await until(async () => (await Promise.all(sentinels.map(({ port }) => knowsAll(port)))).every(Boolean));
    return watched;
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      REDIS_URL: `redis://:${PASSWORD}@${GROUP}/0`,
      REDIS_SENTINELS: this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    };
  }

  /** Starts the killed primary again on its old port and as a primary, unaware of the failover. */
  restartPrimary(): void {
    const server = spawn(redisProgram(process.env['PATH'] ?? ''), ['-'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const lines = ['bind 127.0.0.1', `port ${this.primary.port}`, `dir ${this.folder}`];
    server.stdin.end([...lines, `requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`, 'save ""', ''].join('\n'));
    if (server.pid !== undefined) this.restarted.push(server.pid);
  }

  async stop(): Promise<void> {
    for (const { pid } of this.sentinels) await endProcess(pid, ['SIGTERM', 'SIGKILL']);
    for (const pid of this.restarted) await endProcess(pid, ['SIGTERM', 'SIGKILL']);
    await Promise.all([this.primary.stop(), this.replica.stop()]);
  }
}

function startServer(folder: string, settings: readonly string[] = []): Promise<RedisServer> {
  return startRedis(redisProgram(process.env['PATH'] ?? ''), {
    ...{ folder, password: PASSWORD, keepsData: false },
    settings: [`masterauth ${PASSWORD}`, 'repl-diskless-sync-delay 0', ...settings],
  });
}

/** A sentinel writes to its configuration file. */
function startSentinel(folder: string, primaryPort: number): Promise<RunningServer> {
  const account = serverAccount();
  mkdirSync(folder);
  const file = join(folder, 'sentinel.conf');
  return startOnFreePort({
    program: program('redis-sentinel'),
    args: (port) => {
      const lines = [
        ...['bind 127.0.0.1', `port ${port}`, `dir ${folder}`, `requirepass ${SENTINEL_PASSWORD}`],
        ...[`sentinel sentinel-pass ${SENTINEL_PASSWORD}`, `sentinel monitor ${GROUP} 127.0.0.1 ${primaryPort} 2`],
        ...[`sentinel auth-pass ${GROUP} ${PASSWORD}`, `sentinel failover-timeout ${GROUP} 5000`],
        `sentinel down-after-milliseconds ${GROUP} ${DOWN_AFTER_MILLISECONDS}`,
      ];
      writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
      if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
      return [file];
    },
    log: join(folder, 'sentinel.log'),
    cwd: folder,
    account,
    isReady: async ({ port }) => (await groupAt(port)) !== undefined,
  });
}

async function knowsAll(port: number): Promise<boolean> {
  const group = await groupAt(port);
  return (
    group?.get('num-other-sentinels') === '2' && group.get('num-slaves') === '1' && group.get('flags') === 'master'
  );
}

/** A sentinel's information about the group; undefined if it does not respond. */
async function groupAt(port: number): Promise<Map<string, string> | undefined> {
  const options = { lazyConnect: true, retryStrategy: () => null };
  const sentinel = new Redis({
    host: '127.0.0.1',
    port,
    password: SENTINEL_PASSWORD,
    enableReadyCheck: false,
    ...options,
  });
  sentinel.on('error', () => undefined);
  try {
    await sentinel.connect();
    const fields = (await sentinel.call('SENTINEL', 'MASTER', GROUP)) as string[];
    return new Map(fields.flatMap((name, place) => (place % 2 === 0 ? [[name, fields[place + 1] ?? '']] : [])));
  } catch {
    return undefined;
  } finally {
    sentinel.disconnect();
  }
}
