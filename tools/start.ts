import { join, resolve } from 'node:path';
import { CommandFailed, demoToken, runScript, validToken } from './launcher/cli';
import { announceRunning, announcement } from './launcher/running';
import { ServiceEnded, startService } from './launcher/service';
import { openState, type State } from './launcher/state';
import { keepCertificate } from './receiver/certificate';
import { ensureOwnedDatabase, ensureServiceLogin } from './servers/databases';
import { startPostgres } from './servers/postgres';
import { isAlive } from './servers/processes';
import { findRedisProgram, startRedis } from './servers/redis';
import { bothOrNeither } from './servers/server-process';

/** `npm start`: starts the databases and the service, until it is stopped. See docs/running.md. */

const ROOT = resolve(__dirname, '..');
const DIST = join(ROOT, 'dist');
const DATABASE = 'procurement';
const OWNER = 'procurement_owner';
const SERVICE_LOGIN = 'procurement_app';
const GROUP_ROLE = 'procurement_service';
const KEY_VARIABLES = ['', '_FILE'].flatMap((end) => [`APP_ENCRYPTION_KEY${end}`, `APP_ENCRYPTION_KEYS${end}`]);

/** Functions that stop started processes, called in reverse order. */
type Stops = (() => Promise<void> | void)[];

interface Databases {
  readonly env: NodeJS.ProcessEnv;
  /** URL for the owner of the schema. */
  readonly migrationUrl: string;
}

async function databases(state: State, given: NodeJS.ProcessEnv, stops: Stops): Promise<Databases> {
  if (given['DATABASE_URL']) {
    const migrationUrl = given['DATABASE_MIGRATION_URL'] || given['DATABASE_URL'];
    return { env: {}, migrationUrl };
  }
  const { servers, superuserPassword, ownerPassword, servicePassword } = state.record;
  const postgres = await startPostgres({ folder: servers, password: superuserPassword });
  stops.push(() => postgres.stop());
  console.log(`PostgreSQL ${postgres.takenUp ? 'from the last start taken up' : 'started'} on port ${postgres.port}`);

  const login = { name: SERVICE_LOGIN, password: servicePassword };
  const owner = { name: OWNER, password: ownerPassword };
  const groupRole = given['DATABASE_ROLE'] || GROUP_ROLE;
  await ensureOwnedDatabase(postgres.url(DATABASE), owner, groupRole);
  await ensureServiceLogin(postgres.url(DATABASE), login, groupRole);
  const migrationUrl = postgres.url(DATABASE, owner);
  return { env: { DATABASE_URL: postgres.url(DATABASE, login), DATABASE_MIGRATION_URL: migrationUrl }, migrationUrl };
}

async function redis(state: State, given: NodeJS.ProcessEnv, stops: Stops): Promise<NodeJS.ProcessEnv> {
  if (given['REDIS_URL']) return { REDIS_URL: given['REDIS_URL'] };
  const program = findRedisProgram(given['PATH'] ?? '');
  if (program === undefined) return {};
  const folder = join(state.record.servers, 'redis');
  const server = await startRedis(program, { folder, password: state.record.redisPassword, keepsData: true });
  stops.push(() => server.stop());
  console.log(`Redis ${server.takenUp ? 'from the last start taken up' : 'started'} on port ${server.port}`);
  return { REDIS_URL: server.url() };
}

/** The state's key in the variable that it was created for; nothing if the environment sets keys. */
function encryptionKey({ record }: State, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (KEY_VARIABLES.some((name) => given[name])) return {};
  const { encryptionKey: key, encryptionKeyId: id } = record;
  return id === undefined ? { APP_ENCRYPTION_KEY: key } : { APP_ENCRYPTION_KEYS: `${id}:${key}` };
}

/** Variables that the environment does not set. */
function defaults(state: State, given: NodeJS.ProcessEnv, certificate: string): NodeJS.ProcessEnv {
  return {
    ...encryptionKey(state, given),
    STORAGE_PATH: join(state.folder, 'documents'),
    MAIL_FOLDER: join(state.folder, 'mail'),
    // The service's log must not hide the messages of this program.
    LOG_LEVEL: 'warn',
    // Allows receivers on this machine; rejected in production.
    ...(given['NODE_ENV'] === 'production'
      ? {}
      : { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_CA_FILE: join(certificate, 'cert.pem') }),
  };
}

/** Thrown if a stop was requested during the start. */
class StopRequested extends Error {
  override readonly name = 'StopRequested';
}

interface StopRequest {
  /** Aborted at the first request. */
  readonly signal: AbortSignal;
  /** Called at the second request, to stop without draining. */
  onImpatience(action: () => void): void;
}

/** npm forwards a Ctrl-C that the terminal has already sent to its child: two within this time count as one. */
const SAME_REQUEST = 1_500;
const LOOK_FOR_PARENT_EVERY = 500;

/** Listens for SIGINT, SIGTERM and SIGHUP, and for the end of npm, because a killed npm forwards no signal. */
function listenForStop(startedByNpm: boolean): StopRequest {
  const controller = new AbortController();
  const impatient: (() => void)[] = [];
  let first = 0;
  const request = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(new StopRequested('Stopped before it was ready'));
    } else if (performance.now() - first > SAME_REQUEST) {
      for (const action of impatient) action();
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, request);
  if (startedByNpm) {
    const parent = process.ppid;
    setInterval(() => {
      if (!controller.signal.aborted && (process.ppid !== parent || !isAlive(parent))) request();
    }, LOOK_FOR_PARENT_EVERY).unref();
  }
  return { signal: controller.signal, onImpatience: (action) => void impatient.push(action) };
}

const withoutBlanks = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** @returns the exit code */
async function run(given: NodeJS.ProcessEnv, stops: Stops): Promise<number> {
  const stop = listenForStop(given['npm_lifecycle_event'] !== undefined);
  const state = await openState(ROOT);
  stops.push(() => state.release());

  const [database, redisEnv] = await bothOrNeither([databases(state, given, stops), redis(state, given, stops)]);
  const certificate = join(state.folder, 'receiver');
  await keepCertificate(certificate);
  const env = { ...defaults(state, given, certificate), ...given, ...database.env, ...redisEnv };
  const cli = (...args: readonly string[]): Promise<string> => runScript(join(DIST, 'cli.js'), args, env, stop.signal);

  stop.signal.throwIfAborted();
  await cli('migrate');
  const kept = await demoToken(cli, state, database.migrationUrl);

  const first = { port: Number(given['PORT'] ?? 3000), adminPort: Number(given['ADMIN_PORT'] ?? 3001) };
  const service = await startService(DIST, env, first, stop.signal);
  stops.push(() => service.stop());
  stop.onImpatience(() => service.kill());
  const demo = await validToken(cli, state, kept, service.port);
  const running = { address: `http://127.0.0.1:${service.port}`, token: demo.token, certificate };
  stops.push(announceRunning(state.folder, running));
  const facts = {
    adminPort: service.adminPort,
    tenant: demo.tenant,
    strict: demo.strict,
    copy: state.copy,
    hasRedis: 'REDIS_URL' in redisEnv,
  };
  console.log(announcement(running, facts));

  const stopped = new Promise<number>((done) => stop.signal.addEventListener('abort', () => done(0)));
  const code = await Promise.race([service.ended, stopped]);
  console.log(
    stop.signal.aborted
      ? 'Stopping: requests and deliveries in flight are finished first.'
      : `The service ended with exit code ${code}.`,
  );
  return code;
}

/** Prints the error and returns its exit code. */
function explain(error: unknown): number {
  if (error instanceof StopRequested || (error instanceof Error && error.name === 'AbortError')) {
    console.log('Stopped before it was ready.');
    return 0;
  }
  console.error(error instanceof Error ? error.message : error);
  return error instanceof CommandFailed || error instanceof ServiceEnded ? error.exitCode : 1;
}

async function main(): Promise<void> {
  const stops: Stops = [];
  let code = await run(withoutBlanks(process.env), stops).catch(explain);
  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (error) {
      code ||= explain(error);
    }
  }
  process.exit(code);
}

void main();
