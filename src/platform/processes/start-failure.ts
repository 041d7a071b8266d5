import cluster from 'node:cluster';
import { once } from 'node:events';
import { pino } from 'pino';
import { StartRefusal } from '../../common/errors/start-refusal';
import { ConfigurationError, type Environment, EXIT_CONFIGURATION } from '../config';
import { WORDED_LEVELS } from '../logging';

export interface StartFailure {
  /** `configuration`, `database`, `port`, ... */
  readonly failed: string;
  readonly msg: string;
  readonly hint: string;
  readonly faults?: readonly string[];
}

export type StartFacts = Pick<
  Environment,
  'DATABASE_URL' | 'DATABASE_ROLE' | 'PORT' | 'ADMIN_PORT' | 'DATABASE_CONNECT_TIMEOUT_MS'
>;

/** Without the password. */
interface Target {
  readonly login: string;
  readonly server: string;
  readonly database: string;
}

const MIGRATE = 'Run `node dist/cli.js migrate` as the owner of the schema (DATABASE_MIGRATION_URL), then start again.';

/** System calls that fail for a port: `listen` in a single process, `bind` when the primary binds it for a worker. */
const LISTENING: ReadonlySet<string> = new Set(['listen', 'bind']);

/** Messages by SQLSTATE. */
const REFUSALS: Readonly<Record<string, (target: Target, role: string) => Omit<StartFailure, 'failed'>>> = {
  '28P01': ({ login, server }) => ({
    msg: `PostgreSQL at ${server} refuses the password of ${login}`,
    hint: 'Correct the user and the password in DATABASE_URL.',
  }),
  '28000': ({ login, server }) => ({
    msg: `PostgreSQL at ${server} does not let ${login} log in`,
    hint: `The role needs LOGIN (ALTER ROLE ${login} LOGIN), and pg_hba.conf a line that admits it from here.`,
  }),
  '3D000': ({ database, server }) => ({
    msg: `There is no database ${database} at ${server}`,
    hint: `Make it (CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8') or correct DATABASE_URL, and run \`node dist/cli.js migrate\`.`,
  }),
  '42501': ({ login }, role) => ({
    msg: `The login ${login} may not act as the role ${role}`,
    hint: `As an administrator of the database: GRANT ${role} TO ${login};`,
  }),
  '22023': ({ login }, role) => ({
    msg: `There is no role ${role} (DATABASE_ROLE), which the migrations make`,
    hint: `${MIGRATE} The login must be a member of it: GRANT ${role} TO ${login};`,
  }),
  '42P01': ({ database }) => ({ msg: `The database ${database} has no tables yet`, hint: MIGRATE }),
  '53300': ({ server }) => ({
    msg: `PostgreSQL at ${server} has no connection left`,
    hint: 'Lower DATABASE_POOL_SIZE of its clients, raise max_connections, or put a PgBouncer before it.',
  }),
  '57P03': ({ server }) => ({
    msg: `PostgreSQL at ${server} is starting up or shutting down`,
    hint: 'Start again when it is up.',
  }),
};

/** Messages by network error code. */
const UNREACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closes the connection',
  ENOTFOUND: 'has a name that is not known',
  EAI_AGAIN: 'has a name that cannot be looked up now',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
};

/** @param facts undefined if not even the environment could be read */
export function startFailure(error: unknown, facts?: StartFacts): StartFailure {
  if (error instanceof ConfigurationError) return ofConfiguration(error);
  if (error instanceof StartRefusal) return { failed: 'start', msg: error.message, hint: error.hint };
  const { code, syscall } = codesOf(error);
  if (facts && LISTENING.has(syscall ?? '')) return ofPort(error as NodeJS.ErrnoException, facts);
  return (facts && ofDatabase(error, code, facts)) ?? ofAnything(error);
}

/** SQLSTATEs that are faults of a migration itself, so the messages of `REFUSALS` would be wrong. */
const OF_MIGRATIONS: ReadonlySet<string | undefined> = new Set(['42501', '22023', '42P01']);

/** Undefined for an error of the migration itself. @param facts undefined if not even the environment could be read */
export function migrationFailure(
  error: unknown,
  facts?: StartFacts & Pick<Environment, 'DATABASE_MIGRATION_URL'>,
): StartFailure | undefined {
  const { code } = codesOf(error);
  if (!facts || OF_MIGRATIONS.has(code)) return undefined;
  const { DATABASE_MIGRATION_URL: owner, DATABASE_URL } = facts;
  const failure = ofDatabase(error, code, { ...facts, DATABASE_URL: owner });
  const variable = owner === DATABASE_URL ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
  return failure && { ...failure, hint: failure.hint.replaceAll('DATABASE_URL', variable) };
}

function ofConfiguration({ faults }: ConfigurationError): StartFailure {
  return {
    failed: 'configuration',
    msg: `The configuration is not valid: ${faults.join('; ')}`,
    hint: 'Set these environment variables; .env.example names all of them.',
    faults,
  };
}

function ofPort({ code, port }: NodeJS.ErrnoException & { port?: number }, facts: StartFacts): StartFailure {
  const variable = port === facts.ADMIN_PORT && port !== facts.PORT ? 'ADMIN_PORT' : 'PORT';
  const what = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`;
  return {
    failed: 'port',
    msg: `Port ${port} ${what}`,
    hint: `Stop what listens there, or set ${variable} to another one.`,
  };
}

function ofDatabase(error: unknown, code: string | undefined, facts: StartFacts): StartFailure | undefined {
  const target = targetOf(facts.DATABASE_URL);
  const encryption = ofEncryption(error, code, target);
  if (encryption) return { failed: 'database', ...encryption };
  const refusal = code === undefined ? undefined : REFUSALS[code];
  if (refusal) return { failed: 'database', ...refusal(target, facts.DATABASE_ROLE) };
  // A timeout of the driver; PostgreSQL's timeouts have a code.
  const isLate = code === undefined && /timeout/i.test(messageOf(error));
  const late = isLate ? `does not answer within ${facts.DATABASE_CONNECT_TIMEOUT_MS} ms` : undefined;
  const how = (code === undefined ? undefined : UNREACHED[code]) ?? late;
  if (how === undefined) return undefined;
  return {
    failed: 'database',
    msg: `PostgreSQL at ${target.server} ${how}`,
    hint: 'Start it, open the way to it, or correct DATABASE_URL.',
  };
}

const NOT_TRUSTED =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID)/;

function ofEncryption(
  error: unknown,
  code: string | undefined,
  { server }: Target,
): Omit<StartFailure, 'failed'> | undefined {
  const text = messageOf(error);
  if (NOT_TRUSTED.test(code ?? '')) {
    return {
      msg: `The certificate of PostgreSQL at ${server} is not accepted (${code})`,
      hint: 'sslrootcert in DATABASE_URL must name the authority that issued it, and the certificate be for the host in DATABASE_URL.',
    };
  }
  if (text === 'The server does not support SSL connections') {
    return {
      msg: `PostgreSQL at ${server} offers no TLS, which sslmode in DATABASE_URL asks for`,
      hint: 'Set ssl=on in postgresql.conf, or correct the host and port in DATABASE_URL.',
    };
  }
  if (code === '28000' && /no encryption$/.test(text)) {
    return {
      msg: `PostgreSQL at ${server} refuses connections without TLS`,
      hint: 'Add sslmode=verify-full and sslrootcert=<file of the authority> to DATABASE_URL.',
    };
  }
  if (code === '28000' && /certificate/.test(text)) {
    return {
      msg: `PostgreSQL at ${server} asks for a client certificate`,
      hint: 'Add sslcert=<file> and sslkey=<file> to DATABASE_URL.',
    };
  }
  return undefined;
}

function ofAnything(error: unknown): StartFailure {
  return { failed: 'start', msg: messageOf(error), hint: 'LOG_LEVEL=debug shows where it was thrown.' };
}

function codesOf(error: unknown): { code: string | undefined; syscall: string | undefined } {
  if (typeof error !== 'object' || error === null) return { code: undefined, syscall: undefined };
  const { code, syscall, driverError } = error as NodeJS.ErrnoException & { driverError?: { code?: string } };
  return { code: code ?? driverError?.code, syscall };
}

/** The message of an error in one line, without passwords in URLs. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, ' ').replace(/\/\/[^/@\s]*@/g, '//');
}

function targetOf(url: string): Target {
  const { username, host, pathname, searchParams } = new URL(url);
  return {
    login: decodeURIComponent(username) || 'the default user',
    server: host || (searchParams.get('host') ?? 'the default address'),
    database: decodeURIComponent(pathname.slice(1)) || 'of the default name',
  };
}

export interface FailedToStart {
  readonly type: 'procurement:failed-to-start';
  readonly line: object;
}

/** Exits with 78 (EX_CONFIG of sysexits.h) for an invalid configuration, else with 1. */
export async function failToStart(error: unknown, facts?: StartFacts & Pick<Environment, 'LOG_LEVEL'>): Promise<never> {
  const exitCode = error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1;
  const isVerbose = ['debug', 'trace'].includes(facts?.LOG_LEVEL ?? '');
  const line = {
    ...startFailure(error, facts),
    ...(isVerbose && error instanceof Error ? { stack: error.stack } : {}),
  };
  if (cluster.isWorker) await reportToPrimary(line);
  else printFailure(line);
  process.exit(exitCode);
}

/** Synchronous, because the process is about to exit. */
export function printFailure(line: object): void {
  pino({ formatters: WORDED_LEVELS }, pino.destination({ fd: process.stderr.fd, sync: true })).fatal(line);
}

export function printStopFailed(error: unknown): void {
  const { msg } = startFailure(error);
  printFailure({ failed: 'stop', msg: `The service could not stop in good order: ${msg}` });
}

async function reportToPrimary(line: object): Promise<void> {
  const message: FailedToStart = { type: 'procurement:failed-to-start', line };
  const sent = new Promise((resolve) => process.send?.(message, undefined, undefined, resolve) ?? resolve(undefined));
  // A primary that has ended never confirms the message.
  await Promise.race([sent, once(process, 'disconnect')]);
}
