import { join } from 'node:path';
import { type PoolConfig, types } from 'pg';
import { DataSource, DataSourceOptions, DefaultNamingStrategy, Table } from 'typeorm';
import type { Environment } from '../../config';
import { tracing } from '../../tracing';
import { PipelinedClient, UnpreparedClient } from './pipelined-client';
import { settingsOf, type TimeLimits } from './settings';
import { traced } from './traced-client';

const { INT8, DATE } = types.builtins;

/** Every entity, for the command line and the drift check; in the service each module registers its entities. */
const EVERY_ENTITY = join(__dirname, '../../../**/entities/*.entity.{ts,js}');

type TypeId = Parameters<typeof types.getTypeParser>[0];

/** bigint as a number (ids stay below 2^53), date as text, other types as node-postgres parses them. */
const TYPES = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary'): unknown => {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return types.getTypeParser(oid, format);
  },
};

export interface ConnectionSettings {
  readonly url: string;
  /** The unprivileged role to which each connection of the service switches. The owner's connections omit it. */
  readonly role?: string;
  readonly poolSize?: number;
  /** Whether connections prepare named statements; default true. */
  readonly prepares?: boolean;
  /** Session limits, only for connections without a pooler or role: those of migrations. */
  readonly limits?: TimeLimits;
  /** Milliseconds; default 10 s. */
  readonly patience?: number;
  /** For statements outside a unit of work: the longest wait for an answer, in milliseconds. No limit by default. */
  readonly answerLimit?: number;
}

/** Milliseconds before the first probe of an idle connection; a lost one is closed ten seconds later. */
const KEEP_ALIVE_DELAY = 10_000;

/** For statements of the service outside the unit of work, such as startup checks, in milliseconds. */
const ANSWER_LIMIT = 25_000;

export function serviceConnections(environment: ConnectionVariables): ConnectionSettings {
  return {
    url: environment.DATABASE_URL,
    role: environment.DATABASE_ROLE,
    poolSize: environment.DATABASE_POOL_SIZE,
    prepares: environment.DATABASE_PREPARED_STATEMENTS,
    patience: environment.DATABASE_CONNECT_TIMEOUT_MS,
    answerLimit: ANSWER_LIMIT,
  };
}

export type ConnectionVariables = Pick<
  Environment,
  `DATABASE_${'URL' | 'ROLE' | 'POOL_SIZE' | 'PREPARED_STATEMENTS' | 'CONNECT_TIMEOUT_MS'}`
>;

export function poolOptions(settings: ConnectionSettings): PoolConfig {
  const { role, prepares = true, patience = 10_000, answerLimit, limits } = settings;
  return {
    pipeline: true,
    types: TYPES,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    ...(answerLimit === undefined ? {} : { query_timeout: answerLimit }),
    options: startupOptions(role, limits),
    Client: clientOf(prepares),
  };
}

function clientOf(prepares: boolean): typeof PipelinedClient {
  const client = prepares ? PipelinedClient : UnpreparedClient;
  return tracing().tracer ? traced(client) : client;
}

/** Readable names in PostgreSQL errors, such as `fk_purchase_orders_tenant_id_vendor_id`, instead of hashes. */
class ReadableNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    return [...prefixes.map(snake), customName || snake(propertyName)].join('_');
  }

  override primaryKeyName(table: Table | string): string {
    return clipped(`pk_${this.getTableName(table)}`);
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return clipped(`uq_${this.getTableName(table)}_${columns.join('_')}`);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return clipped(`fk_${this.getTableName(table)}_${columns.join('_')}`);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return clipped(`ix_${this.getTableName(table)}_${columns.join('_')}`);
  }
}

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/** PostgreSQL truncates identifiers to 63 bytes; truncating here too keeps both sides of the drift check equal. */
function clipped(name: string): string {
  return name.slice(0, 63);
}

export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    namingStrategy: new ReadableNaming(),
    entities: [EVERY_ENTITY],
    migrations: [join(__dirname, '../migrations', '*-*.{ts,js}')],
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: settings.poolSize ?? 20,
    applicationName: 'procurement-service',
    extra: poolOptions(settings),
  };
}

function startupOptions(role: string | undefined, limits: TimeLimits | undefined): string | undefined {
  const settings = [...(role ? [['role', role] as const] : []), ...(limits ? settingsOf(limits) : [])];
  return settings.length > 0 ? settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') : undefined;
}

export function createDataSource(settings: ConnectionSettings): DataSource {
  return new DataSource(dataSourceOptions(settings));
}
