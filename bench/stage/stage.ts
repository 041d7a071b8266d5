import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scale } from '../scale';
import { Program } from './program';
import { seed } from './seed';
import { type Servers, startServers } from './servers';

const SERVICE = join(__dirname, '../../dist/main.js');
const RUN = join(__dirname, '../../tools/run.cjs');

/** Options of Node in the image. */
const [, NODE_OPTIONS] = /NODE_OPTIONS="(.+)"/.exec(readFileSync(join(__dirname, '../../Dockerfile'), 'utf8')) ?? [];
if (!NODE_OPTIONS) throw new Error('The Dockerfile sets no NODE_OPTIONS');

export interface Stage {
  readonly servers: Servers;
  /** The service's environment; `redis` is the number of its logical database. */
  environment(redis: number): NodeJS.ProcessEnv;
  /** Starts the service; `redis` is the number of its logical database. */
  service(name: string, redis: number, env?: NodeJS.ProcessEnv, flags?: readonly string[]): Promise<Program>;
  baseline(name: 'bare' | 'express', redis: number): Promise<Program>;
  clear(): Promise<void>;
}

/** Starts the servers, migrates and seeds. @param data a folder whose servers remain for the next run */
export async function setStage(scale: Scale, data: string | undefined, say: (what: string) => void): Promise<Stage> {
  const servers = await startServers(data);
  const programs: Promise<Program>[] = [];
  const clear = async (): Promise<void> => {
    // Waits for programs that are still starting; those that failed to start have ended.
    await Promise.allSettled(programs.map(async (program) => (await program).stop()));
    await servers.stop();
  };
  const keep = (starting: Promise<Program>): Promise<Program> => {
    programs.push(starting);
    return starting;
  };
  try {
    await seed(servers.adminUrl, scale, say);
  } catch (error) {
    await clear();
    throw error;
  }
  const environment = (redis: number): NodeJS.ProcessEnv => ({
    NODE_ENV: 'production',
    NODE_OPTIONS,
    LOG_LEVEL: 'warn',
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl(redis),
    APP_ENCRYPTION_KEY: servers.encryptionKey,
    STORAGE_PATH: join(servers.folder, 'documents'),
    MAIL_FOLDER: join(servers.folder, 'mail'),
  });
  return {
    servers,
    clear,
    environment,
    service: (name, redis, env = {}, flags = []) =>
      keep(Program.start(name, [...flags, SERVICE], { ...environment(redis), ...env }, '/health/ready')),
    baseline: (name, redis) => {
      const env = { NODE_ENV: 'production', DATABASE_URL: servers.adminUrl, REDIS_URL: servers.redisUrl(redis) };
      return keep(Program.start(name, [RUN, `bench/baselines/${name}.ts`], env, '/ready'));
    },
  };
}
