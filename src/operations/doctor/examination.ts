import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, SystemClock } from '../../common/clock';
import { StartRefusal } from '../../common/errors/start-refusal';
import { type Environment, readFaultyEnvironment } from '../../platform/config';
import { startFailure } from '../../platform/processes';
import { answerInTime, assertUsable, ONCE, patienceOf, redisOptions } from '../../platform/redis';
import { type Check, type Context, ReadOnlyDatabase } from './check';
import { connections, pooler, replica } from './checks/connections';
import { database, databaseClock } from './checks/database';
import { address, configuration, keys, node, ports, timeZones } from './checks/host';
import { browser, mail, webhooks } from './checks/outside';
import { redis, redisClock, sentinels } from './checks/redis';
import { schema, startupChecks } from './checks/schema';
import { disk, storage } from './checks/storage';
import { type Finding, problem, skipped, warning, withoutSecrets } from './domain/finding';

/** In the order of output: basic checks first. */
const CHECKS: readonly Check[] = [
  configuration,
  keys,
  node,
  ports,
  address,
  database,
  ...startupChecks,
  schema,
  connections,
  pooler,
  replica,
  databaseClock,
  sentinels,
  redis,
  redisClock,
  timeZones,
  storage,
  disk,
  mail,
  browser,
  webhooks,
];

export interface Examined extends Finding {
  readonly check: string;
}

/** Runs all checks in parallel and changes nothing. @param options.egress the https URL for a test delivery */
export async function examine(
  options: { readonly egress?: string | undefined; readonly env?: NodeJS.ProcessEnv; readonly clock?: Clock } = {},
): Promise<readonly Examined[]> {
  const configured = readFaultyEnvironment(options.env);
  const { environment, secrets } = configured;
  const connected = {
    database: once(() => ReadOnlyDatabase.connect(environment)),
    redis: once(() => connect(environment)),
  };
  const context: Context = {
    configuration: configured,
    environment,
    clock: options.clock ?? new SystemClock(),
    egress: options.egress,
    ...connected,
  };
  const found = await Promise.all(CHECKS.map((check) => examineOne(check, context)));
  await Promise.allSettled([
    connected.database.opened()?.then((open) => open.close()),
    connected.redis.opened()?.then((open) => open?.disconnect()),
  ]);
  return found.flatMap((findings, index) => {
    const check = CHECKS[index]?.name ?? '';
    const masked = (text: string): string => withoutSecrets(text, secrets);
    return findings.map(({ state, said, todo }) => ({
      check,
      state,
      said: masked(said),
      ...(todo === undefined ? {} : { todo: masked(todo) }),
    }));
  });
}

/** Default time limit of a check, seconds. */
const SECONDS = 15;

async function examineOne(check: Check, context: Context): Promise<readonly Finding[]> {
  const { seconds = SECONDS } = check;
  const late = new AbortController();
  try {
    return await Promise.race([
      run(check, context),
      sleep(seconds * 1000, undefined, { signal: late.signal }).then(() => [
        warning(`No answer within ${seconds} s`, 'Check the network between this machine and the server.'),
      ]),
    ]);
  } catch (error) {
    if (error instanceof StartRefusal) return [problem(error.message, error.hint)];
    const { msg } = startFailure(error, context.environment);
    return [warning(`This could not be looked at: ${msg}`, 'Mend what the other lines name first.')];
  } finally {
    late.abort();
  }
}

async function run({ variables = [], needs, run: look }: Check, context: Context): Promise<readonly Finding[]> {
  const { wrong } = context.configuration;
  const connecting = { database: ['DATABASE_URL', 'DATABASE_ROLE'], redis: ['REDIS_URL'] };
  const needed = [...variables, ...(needs === undefined ? [] : connecting[needs])];
  const faulty = needed.filter((name) => wrong.has(name));
  if (faulty.length > 0) return [skipped(`${faulty.join(', ')} must be corrected first`)];
  if (needs === undefined) return look(context);
  const isThere = await context[needs]().then(
    () => true,
    () => false,
  );
  return isThere
    ? look(context)
    : [skipped(`There is no connection to ${needs === 'database' ? 'the database' : 'Redis'}`)];
}

async function connect(environment: Environment): Promise<Redis | undefined> {
  if (environment.REDIS_URL === undefined) return undefined;
  const patience = patienceOf(environment);
  const redis = new Redis(environment.REDIS_URL, {
    ...redisOptions(environment),
    lazyConnect: true,
    enableReadyCheck: false,
    ...ONCE,
  });
  // A failed connection rejects with "closed"; this event has the cause.
  let cause: unknown;
  redis.on('error', (error) => (cause = error));
  try {
    await assertUsable(redis, patience);
    await answerInTime(redis.connect(), patience);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error instanceof StartRefusal ? error : (cause ?? error);
  }
}

interface Once<T> {
  (): Promise<T>;
  /** Undefined if no check needed it. */
  opened(): Promise<T> | undefined;
}

function once<T>(open: () => Promise<T>): Once<T> {
  let opening: Promise<T> | undefined;
  return Object.assign(() => (opening ??= open()), { opened: () => opening });
}
