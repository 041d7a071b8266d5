import { bool, cleanEnv, EnvMissingError, num, port, str } from 'envalid';
import { withSecretFiles } from './secret-files';
import {
  addresses,
  encryptionKey,
  encryptionKeys,
  fraction,
  identifier,
  integer,
  list,
  listOf,
  networks,
  pairs,
  pemFile,
  secondsList,
  urlOf,
  webAddress,
} from './validators';

/** The environment is invalid. `faults` lists every wrong or missing variable with its expected value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** EX_CONFIG of `sysexits.h`. */
export const EXIT_CONFIGURATION = 78;

/** Per process: one for a request and one for background work. */
const LEAST_CONNECTIONS = 2;

/** The upper bound of every tenant quota. */
const MOST_QUOTA = 1_000_000_000;

/** Seconds between the attempts of a delivery. */
export const DEFAULT_RETRY_DELAYS: number[] = [60, 300, 1800];

const databaseUrl = urlOf('postgres', 'postgresql');
const webUrl = urlOf('https', 'http');

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** A PostgreSQL time-out in milliseconds: 0 means none, at most one day. */
const databaseTimeout = integer(0, 86_400_000);

/** All environment variables. No other code of the service reads `process.env`. */
const SPEC = {
  NODE_ENV: str({ choices: ['development', 'test', 'production'] as const, default: 'development' }),
  PROCESS_ROLE: str({ choices: ['api', 'worker', 'all'] as const, default: 'all' }),
  HOST: str({ default: '0.0.0.0' }),
  PORT: port({ default: 3000 }),
  /** The address of the listener for health and metrics, separate from the API. */
  ADMIN_HOST: str({ default: '127.0.0.1' }),
  ADMIN_PORT: integer(0, 65_535)({ default: 3001 }),
  /** How long the process still accepts requests after a stop signal, in milliseconds, until load balancers notice. */
  SHUTDOWN_DELAY_MS: integer(0, 600_000)({ default: 0 }),
  /** Time limits for receiving the head of a request, and the whole request, in milliseconds. */
  HTTP_HEADERS_TIMEOUT_MS: integer(100, 60_000)({ default: 10_000 }),
  HTTP_REQUEST_TIMEOUT_MS: integer(100, 600_000)({ default: 60_000 }),
  /** Whether requests and responses use Express' prototypes: less CPU time, see `http/server/express`. */
  HTTP_EXPRESS_PROTOTYPES: bool({ default: true }),
  /** The prefix of links. */
  PUBLIC_URL: webAddress({ default: undefined }),
  LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' }),
  /** Processes of this instance; they share one port. */
  WEB_CONCURRENCY: integer(1, 64)({ default: 1 }),
  DATABASE_URL: databaseUrl({ example: 'postgres://user:password@host:5432/database' }),
  DATABASE_MIGRATION_URL: databaseUrl({ default: undefined }),
  DATABASE_ROLE: identifier({ default: 'procurement_service' }),
  /** Connections of the whole instance, divided among its processes. */
  DATABASE_POOL_SIZE: integer(LEAST_CONNECTIONS, 500)({ default: 20 }),
  DATABASE_REPLICA_URL: databaseUrl({ default: undefined }),
  /** The maximum lag of the replica in milliseconds. If it lags more, the primary is read. */
  DATABASE_REPLICA_MAX_LAG_MS: integer(2000, 3_600_000)({ default: 10_000 }),
  /** Set false with a pooler in transaction mode that does not support prepared statements. */
  DATABASE_PREPARED_STATEMENTS: bool({ default: true }),
  /** How long a request waits for a connection before it gets 503, in milliseconds. */
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 300_000)({ default: 10_000 }),
  /** How long one statement of a request may run, lock waits included, in milliseconds; then 503. 0 means no limit. */
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: databaseTimeout({ default: 15_000 }),
  /** How long a request waits for one lock before it gets 503, in milliseconds. */
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: databaseTimeout({ default: 5000 }),
  /** How long a request's transaction may be idle before PostgreSQL closes the connection, in milliseconds. */
  DATABASE_REQUEST_IDLE_TIMEOUT_MS: databaseTimeout({ default: 30_000 }),
  /** The same three limits for background work: timers, queues and commands. */
  DATABASE_JOB_STATEMENT_TIMEOUT_MS: databaseTimeout({ default: 900_000 }),
  DATABASE_JOB_LOCK_TIMEOUT_MS: databaseTimeout({ default: 30_000 }),
  DATABASE_JOB_IDLE_TIMEOUT_MS: databaseTimeout({ default: 300_000 }),
  DATABASE_MIGRATION_STATEMENT_TIMEOUT_MS: databaseTimeout({ default: 3_600_000 }),
  DATABASE_MIGRATION_LOCK_TIMEOUT_MS: databaseTimeout({ default: 10_000 }),
  DATABASE_MIGRATION_IDLE_TIMEOUT_MS: databaseTimeout({ default: 300_000 }),
  REDIS_URL: urlOf('redis', 'rediss')({ default: undefined }),
  /** Sentinels of the group whose name REDIS_URL has as its host. */
  REDIS_SENTINELS: addresses(26_379)({ default: undefined }),
  REDIS_SENTINEL_USERNAME: str({ default: undefined }),
  REDIS_SENTINEL_PASSWORD: str({ default: undefined }),
  /** The only CA to trust for `rediss://`, and the client certificate of this service. */
  REDIS_CA_FILE: pemFile({ default: undefined }),
  REDIS_CERT_FILE: pemFile({ default: undefined }),
  REDIS_KEY_FILE: pemFile({ default: undefined }),
  /** How long a request waits for Redis before this instance counts limits locally, in milliseconds. */
  REDIS_TIMEOUT_MS: integer(10, 60_000)({ default: 1000 }),
  /** How long a request waits for a running one with the same key before it gets 409, in milliseconds. */
  IDEMPOTENCY_WAIT_MS: integer(0, 60_000)({ default: 5000 }),
  /** 32 bytes. Encrypts webhook secrets, stored responses that contain a secret, and pending mail. */
  APP_ENCRYPTION_KEY: encryptionKey({ default: undefined }),
  /** Several keys with ids: the first encrypts, all decrypt. */
  APP_ENCRYPTION_KEYS: encryptionKeys({ default: undefined }),
  /** The number of proxies whose `X-Forwarded-*` is trusted. */
  TRUSTED_PROXY_HOPS: integer(0, 10)({ default: 0 }),
  TENANT_HOST_SUFFIX: str({ default: undefined }),
  CORS_ORIGINS: list({ default: [] }),
  SANDBOX: bool({ default: false }),
  /** Seconds between the attempts of a delivery. */
  WEBHOOK_RETRY_DELAYS: secondsList({ default: DEFAULT_RETRY_DELAYS }),
  WEBHOOK_DISABLE_AFTER_HOURS: num({ default: 24 }),
  WEBHOOK_TIMEOUT_MS: integer(100, 60_000)({ default: 10_000 }),
  /** Networks (CIDR) that deliveries may reach although they are not public. */
  WEBHOOK_ALLOW_NETWORKS: networks({ default: [] }),
  WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION: bool({ default: false }),
  WEBHOOK_CA_FILE: pemFile({ default: undefined }),
  WEBHOOK_CONCURRENCY: integer(1, 1000)({ default: 50 }),
  PATH: str({ default: '/usr/local/bin:/usr/bin:/bin' }),
  PUPPETEER_EXECUTABLE_PATH: str({ default: undefined }),
  PDF_ALLOW_NO_SANDBOX: bool({ default: false }),
  PDF_QUEUE_LIMIT: integer(0, 1000)({ default: 20 }),
  /** From the request to the document, the wait in the queue included, in milliseconds. */
  PDF_TIMEOUT_MS: integer(1000, 300_000)({ default: 30_000 }),
  STORAGE_DRIVER: str({ choices: ['local', 's3'] as const, default: 'local' }),
  STORAGE_PATH: str({ default: '.procurement/documents' }),
  /** Days before an unreferenced file is deleted, so that a restore to an earlier time finds it. */
  STORAGE_HOLD_DAYS: integer(0, 400)({ default: 0 }),
  IMPORT_MAX_MB: integer(1, 10_000)({ default: 100 }),
  /** Import files that an instance may have on its local disk while it receives and checks them, in total. */
  IMPORT_MAX_INSTANCE_MB: integer(1, 100_000)({ default: 400 }),
  S3_BUCKET: str({ default: undefined }),
  S3_ENDPOINT: webUrl({ default: undefined }),
  S3_REGION: str({ default: 'us-east-1' }),
  SMTP_URL: urlOf('smtp', 'smtps')({ default: undefined }),
  /** An additional CA to trust for the mail server. */
  SMTP_CA_FILE: pemFile({ default: undefined }),
  MAIL_FROM: str({ default: 'Procurement Service <no-reply@procurement.invalid>' }),
  MAIL_FOLDER: str({ default: '.procurement/mail' }),
  /** Default quotas of a tenant. */
  TENANT_STORAGE_QUOTA_MB: integer(0, MOST_QUOTA)({ default: 10_240 }),
  TENANT_INVITATIONS_PER_DAY: integer(0, MOST_QUOTA)({ default: 200 }),
  TENANT_MAILS_PER_DAY: integer(1, MOST_QUOTA)({ default: 1000 }),
  /** Standard OpenTelemetry variables. Spans go to `/v1/traces` below this URL; without one there is no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl({ default: undefined }),
  /** The endpoint for traces only, used without a suffix. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl({ default: undefined }),
  OTEL_EXPORTER_OTLP_HEADERS: pairs({ default: '' }),
  OTEL_EXPORTER_OTLP_PROTOCOL: str({ choices: ['http/protobuf', 'http/json'] as const, default: 'http/protobuf' }),
  OTEL_SERVICE_NAME: str({ default: undefined }),
  OTEL_RESOURCE_ATTRIBUTES: pairs({ default: '' }),
  OTEL_TRACES_SAMPLER: str({ choices: SAMPLERS, default: 'parentbased_always_on' }),
  OTEL_TRACES_SAMPLER_ARG: fraction({ default: 1 }),
  OTEL_PROPAGATORS: listOf('tracecontext', 'baggage', 'none')({ default: ['tracecontext', 'baggage'] }),
  OTEL_SDK_DISABLED: bool({ default: false }),
  /** Milliseconds between two exports, and the number of queued spans; more spans are dropped. */
  OTEL_BSP_SCHEDULE_DELAY: integer(10, 300_000)({ default: 5000 }),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000)({ default: 2048 }),
};

export const VARIABLES: readonly string[] = Object.keys(SPEC);

export type Environment = Readonly<Pick<ParsedEnvironment, keyof typeof SPEC>> & {
  readonly DATABASE_MIGRATION_URL: string;
};

function crossFaults(parsed: ParsedEnvironment): string[] {
  const hasRedis = parsed.REDIS_URL !== undefined;
  const opensNetworks = parsed.WEBHOOK_ALLOW_NETWORKS.length > 0 && !parsed.WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION;
  const faults: Readonly<Record<string, boolean>> = {
    'ADMIN_PORT: must not be PORT; health and metrics use a separate listener':
      parsed.PROCESS_ROLE !== 'worker' && parsed.ADMIN_PORT === parsed.PORT,
    'HTTP_HEADERS_TIMEOUT_MS: must not be more than HTTP_REQUEST_TIMEOUT_MS, which the head is part of':
      parsed.HTTP_HEADERS_TIMEOUT_MS > parsed.HTTP_REQUEST_TIMEOUT_MS,
    'WEB_CONCURRENCY: more than 1 needs REDIS_URL; without Redis each process would count limits for itself':
      !hasRedis && parsed.WEB_CONCURRENCY > 1,
    [`DATABASE_POOL_SIZE: must be at least ${LEAST_CONNECTIONS} for each of the WEB_CONCURRENCY processes`]:
      parsed.DATABASE_POOL_SIZE < LEAST_CONNECTIONS * parsed.WEB_CONCURRENCY,
    [`PROCESS_ROLE: ${parsed.PROCESS_ROLE} needs REDIS_URL; without Redis the only role is all`]:
      !hasRedis && parsed.PROCESS_ROLE !== 'all',
    'WEBHOOK_ALLOW_NETWORKS: refused in production unless WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION=true':
      parsed.NODE_ENV === 'production' && opensNetworks,
    'DATABASE_REPLICA_URL: not with SANDBOX=true, whose tenants are shut by locks that a replica cannot take':
      parsed.SANDBOX && parsed.DATABASE_REPLICA_URL !== undefined,
    'S3_BUCKET: required when STORAGE_DRIVER is s3': parsed.STORAGE_DRIVER === 's3' && parsed.S3_BUCKET === undefined,
    'APP_ENCRYPTION_KEY: must be left out beside APP_ENCRYPTION_KEYS, or be one of its keys': isKeyOutsideRing(parsed),
    ...sentinelFaults(parsed),
    'REDIS_CERT_FILE: needs REDIS_KEY_FILE, and the other way round':
      (parsed.REDIS_CERT_FILE === undefined) !== (parsed.REDIS_KEY_FILE === undefined),
    'REDIS_CA_FILE: needs a REDIS_URL that begins with rediss://; the connection would not be encrypted':
      parsed.REDIS_CA_FILE !== undefined && !parsed.REDIS_URL?.startsWith('rediss:'),
    'WEBHOOK_DISABLE_AFTER_HOURS: must not be negative': parsed.WEBHOOK_DISABLE_AFTER_HOURS < 0,
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

function sentinelFaults(parsed: ParsedEnvironment): Readonly<Record<string, boolean>> {
  const { REDIS_URL: url, REDIS_SENTINELS: sentinels, REDIS_SENTINEL_PASSWORD: password } = parsed;
  const group = sentinels && url !== undefined ? new URL(url) : undefined;
  return {
    'REDIS_SENTINELS: needs a REDIS_URL with the name of the group in the place of a host, such as redis://:password@mymaster/0':
      sentinels !== undefined && url === undefined,
    'REDIS_URL: beside REDIS_SENTINELS it has the name of the group in the place of host and port, such as redis://:password@mymaster/0':
      group !== undefined && (group.port !== '' || group.hostname === ''),
    'REDIS_SENTINEL_PASSWORD, REDIS_SENTINEL_USERNAME: need REDIS_SENTINELS':
      sentinels === undefined && (password ?? parsed.REDIS_SENTINEL_USERNAME) !== undefined,
    'REDIS_SENTINEL_USERNAME: needs REDIS_SENTINEL_PASSWORD':
      parsed.REDIS_SENTINEL_USERNAME !== undefined && password === undefined,
  };
}

type ParsedEnvironment = ReturnType<typeof parse>;

function parse(env: NodeJS.ProcessEnv, onFaults: (faults: string[]) => void) {
  return cleanEnv(env, SPEC, {
    reporter: ({ errors }) => {
      const faults = Object.entries(errors).map(([name, error]) => `${name}: ${faultOf(name, error)}`);
      onFaults([...faults, ...missingKey(env)]);
    },
  });
}

function missingKey(env: NodeJS.ProcessEnv): string[] {
  if (env['APP_ENCRYPTION_KEY'] !== undefined || env['APP_ENCRYPTION_KEYS'] !== undefined) return [];
  return ['APP_ENCRYPTION_KEY: required, such as 32 random bytes in base64 (openssl rand -base64 32)'];
}

function isKeyOutsideRing({ APP_ENCRYPTION_KEY: alone, APP_ENCRYPTION_KEYS: ring }: ParsedEnvironment): boolean {
  return alone !== undefined && ring !== undefined && !ring.some(({ key }) => key.equals(alone));
}

function faultOf(name: string, error: Error): string {
  if (!(error instanceof EnvMissingError)) return error.message;
  const { example } = SPEC[name as keyof typeof SPEC];
  return example === undefined ? 'required' : `required, such as ${example}`;
}

/** In an env file `FOO=` means "not set". */
function withoutBlanks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Reads and validates the environment. @throws ConfigurationError with all faults at once */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const given = withSecretFiles(withoutBlanks(env));
  let faults: string[] = [];
  const parsed = parse(given.env, (found) => (faults = found));
  // If the file of a secret cannot be used, the variable is not also reported as missing.
  const isOfFile = (fault: string): boolean =>
    given.faults.some((one) => one.startsWith(`${fault.split(':')[0]}_FILE:`));
  faults = [...given.faults, ...faults.filter((fault) => !isOfFile(fault))];
  if (faults.length === 0) faults = crossFaults(parsed);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { ...parsed, DATABASE_MIGRATION_URL: parsed.DATABASE_MIGRATION_URL ?? parsed.DATABASE_URL };
}
