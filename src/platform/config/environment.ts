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

/** The environment is wrong. `faults` names every wrong or missing variable with what it should be. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** `sysexits.h` EX_CONFIG: what the process exits with on a {@link ConfigurationError}. */
export const EXIT_CONFIGURATION = 78;

/** Of one process: one for a request, and one for what goes on beside it. */
const LEAST_CONNECTIONS = 2;

/** Of any quota of a tenant. */
const MOST_QUOTA = 1_000_000_000;

const databaseUrl = urlOf('postgres', 'postgresql');
const webUrl = urlOf('https', 'http');

/** OpenTelemetry's names of the ways to choose the traces that are exported. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** PostgreSQL's time-outs, of which 0 means none; the longest is a day. */
const databaseTimeout = integer(0, 86_400_000);

/** Everything the environment may say. Nothing else in the service reads `process.env`. */
const SPEC = {
  NODE_ENV: str({ choices: ['development', 'test', 'production'] as const, default: 'development' }),
  /** Which half of the service this process is: the HTTP side, the delivery side, or both. */
  PROCESS_ROLE: str({ choices: ['api', 'worker', 'all'] as const, default: 'all' }),
  HOST: str({ default: '0.0.0.0' }),
  PORT: port({ default: 3000 }),
  /** Where health and metrics are asked for, apart from the API. */
  ADMIN_HOST: str({ default: '127.0.0.1' }),
  /** 0 takes any free one. */
  ADMIN_PORT: integer(0, 65_535)({ default: 3001 }),
  /** How long a stop goes on answering as before, in milliseconds, while load balancers learn of it. */
  SHUTDOWN_DELAY_MS: integer(0, 600_000)({ default: 0 }),
  /** How long a caller may take to send a request's head, and all of a request, in milliseconds. */
  HTTP_HEADERS_TIMEOUT_MS: integer(100, 60_000)({ default: 10_000 }),
  HTTP_REQUEST_TIMEOUT_MS: integer(100, 600_000)({ default: 60_000 }),
  /** Whether requests and responses are made with Express' prototypes: less processor time, see `http/server/express`. */
  HTTP_EXPRESS_PROTOTYPES: bool({ default: true }),
  /** Where clients reach the service: what links begin with. */
  PUBLIC_URL: webAddress({ default: undefined }),
  LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' }),
  /** Processes of this instance, behind one port. */
  WEB_CONCURRENCY: integer(1, 64)({ default: 1 }),
  DATABASE_URL: databaseUrl({ example: 'postgres://user:password@host:5432/database' }),
  DATABASE_MIGRATION_URL: databaseUrl({ default: undefined }),
  DATABASE_ROLE: identifier({ default: 'procurement_service' }),
  /** Connections of the whole instance; its processes share them. */
  DATABASE_POOL_SIZE: integer(LEAST_CONNECTIONS, 500)({ default: 20 }),
  /** A server that follows the primary, for reports and exports. */
  DATABASE_REPLICA_URL: databaseUrl({ default: undefined }),
  /** How old at most what it shows may be, in milliseconds; else the primary is read. */
  DATABASE_REPLICA_MAX_LAG_MS: integer(2000, 3_600_000)({ default: 10_000 }),
  /** False behind a pooler in transaction mode that does not follow prepared statements. */
  DATABASE_PREPARED_STATEMENTS: bool({ default: true }),
  /** How long a request waits for a connection of its own before it is answered 503, in milliseconds. */
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 300_000)({ default: 10_000 }),
  /** How long one statement of a request may run, its waits included, in milliseconds; 0 is for ever. Past it 503. */
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: databaseTimeout({ default: 15_000 }),
  /** How long a request waits for one lock that another transaction holds. Past it 503. */
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: databaseTimeout({ default: 5000 }),
  /** How long a request's transaction may be open and ask nothing before PostgreSQL closes its connection. */
  DATABASE_REQUEST_IDLE_TIMEOUT_MS: databaseTimeout({ default: 30_000 }),
  /** The same three for what nobody waits for: timers, queues and commands. */
  DATABASE_JOB_STATEMENT_TIMEOUT_MS: databaseTimeout({ default: 900_000 }),
  DATABASE_JOB_LOCK_TIMEOUT_MS: databaseTimeout({ default: 30_000 }),
  DATABASE_JOB_IDLE_TIMEOUT_MS: databaseTimeout({ default: 300_000 }),
  /** The same three for migrations. */
  DATABASE_MIGRATION_STATEMENT_TIMEOUT_MS: databaseTimeout({ default: 3_600_000 }),
  DATABASE_MIGRATION_LOCK_TIMEOUT_MS: databaseTimeout({ default: 10_000 }),
  DATABASE_MIGRATION_IDLE_TIMEOUT_MS: databaseTimeout({ default: 300_000 }),
  REDIS_URL: urlOf('redis', 'rediss')({ default: undefined }),
  /** Sentinels of the group that REDIS_URL names in the place of a host. */
  REDIS_SENTINELS: addresses(26_379)({ default: undefined }),
  REDIS_SENTINEL_USERNAME: str({ default: undefined }),
  REDIS_SENTINEL_PASSWORD: str({ default: undefined }),
  /** An authority to trust alone for `rediss://`, and the certificate that this service shows there. */
  REDIS_CA_FILE: pemFile({ default: undefined }),
  REDIS_CERT_FILE: pemFile({ default: undefined }),
  REDIS_KEY_FILE: pemFile({ default: undefined }),
  /** How long a request waits for Redis before this instance counts for itself, in milliseconds. */
  REDIS_TIMEOUT_MS: integer(10, 60_000)({ default: 1000 }),
  /** How long a request waits for an equal one under way before it is answered 409, in milliseconds. */
  IDEMPOTENCY_WAIT_MS: integer(0, 60_000)({ default: 5000 }),
  /** 32 bytes. Encrypts webhook secrets, the answers that show a secret and waiting mail. */
  APP_ENCRYPTION_KEY: encryptionKey({ default: undefined }),
  /** The same as keys with ids: the first encrypts, all decrypt. */
  APP_ENCRYPTION_KEYS: encryptionKeys({ default: undefined }),
  /** Proxies in front whose `X-Forwarded-*` are believed; 0 believes none. */
  TRUSTED_PROXY_HOPS: integer(0, 10)({ default: 0 }),
  TENANT_HOST_SUFFIX: str({ default: undefined }),
  CORS_ORIGINS: list({ default: [] }),
  SANDBOX: bool({ default: false }),
  /** Seconds between the attempts of a delivery. */
  WEBHOOK_RETRY_DELAYS: secondsList({ default: [60, 300, 1800] }),
  WEBHOOK_DISABLE_AFTER_HOURS: num({ default: 24 }),
  WEBHOOK_TIMEOUT_MS: integer(100, 60_000)({ default: 10_000 }),
  /** CIDRs that deliveries may reach although they are not public. */
  WEBHOOK_ALLOW_NETWORKS: networks({ default: [] }),
  WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION: bool({ default: false }),
  WEBHOOK_CA_FILE: pemFile({ default: undefined }),
  WEBHOOK_CONCURRENCY: integer(1, 1000)({ default: 50 }),
  /** Folders in which programs are looked for: the browser. */
  PATH: str({ default: '/usr/local/bin:/usr/bin:/bin' }),
  PUPPETEER_EXECUTABLE_PATH: str({ default: undefined }),
  /** In production Chromium is started without its sandbox only where this says so. */
  PDF_ALLOW_NO_SANDBOX: bool({ default: false }),
  PDF_QUEUE_LIMIT: integer(0, 1000)({ default: 20 }),
  /** From the request to the document, the wait in the queue included, in milliseconds. */
  PDF_TIMEOUT_MS: integer(1000, 300_000)({ default: 30_000 }),
  /** Where uploads go: `local` disk or an S3-compatible store. */
  STORAGE_DRIVER: str({ choices: ['local', 's3'] as const, default: 'local' }),
  STORAGE_PATH: str({ default: '.procurement/documents' }),
  /** How many days a file stays in the storage that nobody needs any more, for a restore to an earlier moment. */
  STORAGE_HOLD_DAYS: integer(0, 400)({ default: 0 }),
  /** The largest file of an import, in MiB. */
  IMPORT_MAX_MB: integer(1, 10_000)({ default: 100 }),
  /** Files of imports that an instance has on its local disk at once while it receives and inspects them, in MiB. */
  IMPORT_MAX_INSTANCE_MB: integer(1, 100_000)({ default: 400 }),
  S3_BUCKET: str({ default: undefined }),
  S3_ENDPOINT: webUrl({ default: undefined }),
  S3_REGION: str({ default: 'us-east-1' }),
  SMTP_URL: urlOf('smtp', 'smtps')({ default: undefined }),
  /** An authority to trust beside the usual ones for the mail server. */
  SMTP_CA_FILE: pemFile({ default: undefined }),
  MAIL_FROM: str({ default: 'Procurement Service <no-reply@procurement.invalid>' }),
  MAIL_FOLDER: str({ default: '.procurement/mail' }),
  /** Quotas of a tenant for which the operator has set none: MiB of uploaded documents in all. */
  TENANT_STORAGE_QUOTA_MB: integer(0, MOST_QUOTA)({ default: 10_240 }),
  /** Invitations of a day (UTC). */
  TENANT_INVITATIONS_PER_DAY: integer(0, MOST_QUOTA)({ default: 200 }),
  /** Mails of a day (UTC). */
  TENANT_MAILS_PER_DAY: integer(1, MOST_QUOTA)({ default: 1000 }),
  /** OpenTelemetry, by its own variables. Where spans are sent, `/v1/traces` below it; nothing is traced without one of the two. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl({ default: undefined }),
  /** The same for traces alone, taken as it stands. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl({ default: undefined }),
  OTEL_EXPORTER_OTLP_HEADERS: pairs({ default: '' }),
  OTEL_EXPORTER_OTLP_PROTOCOL: str({ choices: ['http/protobuf', 'http/json'] as const, default: 'http/protobuf' }),
  OTEL_SERVICE_NAME: str({ default: undefined }),
  OTEL_RESOURCE_ATTRIBUTES: pairs({ default: '' }),
  OTEL_TRACES_SAMPLER: str({ choices: SAMPLERS, default: 'parentbased_always_on' }),
  /** The share of traces that a sampler by ratio exports. */
  OTEL_TRACES_SAMPLER_ARG: fraction({ default: 1 }),
  OTEL_PROPAGATORS: listOf('tracecontext', 'baggage', 'none')({ default: ['tracecontext', 'baggage'] }),
  OTEL_SDK_DISABLED: bool({ default: false }),
  /** Milliseconds between two exports, and spans that may wait for one; further spans are dropped. */
  OTEL_BSP_SCHEDULE_DELAY: integer(10, 300_000)({ default: 5000 }),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000)({ default: 2048 }),
};

/** Names of all variables that the service reads. */
export const VARIABLES: readonly string[] = Object.keys(SPEC);

/** The environment, parsed: the variables of {@link SPEC}. */
export type Environment = Readonly<Pick<ParsedEnvironment, keyof typeof SPEC>> & {
  readonly DATABASE_MIGRATION_URL: string;
};

/** What must hold between variables: the faults that are found, each naming the variable to change. */
function crossFaults(parsed: ParsedEnvironment): string[] {
  const hasRedis = parsed.REDIS_URL !== undefined;
  const opensNetworks = parsed.WEBHOOK_ALLOW_NETWORKS.length > 0 && !parsed.WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION;
  const faults: Readonly<Record<string, boolean>> = {
    'ADMIN_PORT: must not be PORT; health and metrics have a listener of their own':
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

/** `FOO=` in an env file means "not set", not "set to nothing". */
function withoutBlanks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/**
 * Reads and validates the environment.
 * @throws ConfigurationError naming every fault at once
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const given = withSecretFiles(withoutBlanks(env));
  let faults: string[] = [];
  const parsed = parse(given.env, (found) => (faults = found));
  // A secret whose file cannot be used is not missing besides.
  const isOfFile = (fault: string): boolean =>
    given.faults.some((one) => one.startsWith(`${fault.split(':')[0]}_FILE:`));
  faults = [...given.faults, ...faults.filter((fault) => !isOfFile(fault))];
  if (faults.length === 0) faults = crossFaults(parsed);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { ...parsed, DATABASE_MIGRATION_URL: parsed.DATABASE_MIGRATION_URL ?? parsed.DATABASE_URL };
}
