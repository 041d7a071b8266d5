import { DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../../common/clock';
import { SecretBox, type KeyRing, UNNAMED_KEY } from '../../common/secrets/secret-box';
import { Environment } from './environment';

export const ENVIRONMENT = Symbol('ENVIRONMENT');

@Global()
@Module({})
export class ConfigModule {
  static with(environment: Environment, clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: ENVIRONMENT, useValue: environment },
        { provide: Clock, useValue: clock },
        { provide: SecretBox, useFactory: () => new SecretBox(keyRingOf(environment)) },
      ],
      exports: [ENVIRONMENT, Clock, SecretBox],
    };
  }
}

/** The share of one process in the limits of the instance: connections, concurrent deliveries and queued PDFs. */
export function shareOfProcess(environment: Environment): Environment {
  const { WEB_CONCURRENCY: processes, DATABASE_POOL_SIZE, WEBHOOK_CONCURRENCY, PDF_QUEUE_LIMIT } = environment;
  return {
    ...environment,
    // Rounded down, so that all processes together do not exceed the limit.
    DATABASE_POOL_SIZE: Math.floor(DATABASE_POOL_SIZE / processes),
    WEBHOOK_CONCURRENCY: Math.ceil(WEBHOOK_CONCURRENCY / processes),
    PDF_QUEUE_LIMIT: Math.ceil(PDF_QUEUE_LIMIT / processes),
  };
}

export function keyRingOf({
  APP_ENCRYPTION_KEY: alone,
  APP_ENCRYPTION_KEYS: keys,
}: Pick<Environment, 'APP_ENCRYPTION_KEY' | 'APP_ENCRYPTION_KEYS'>): KeyRing {
  if (keys) return { keys, format: 'v2' };
  // `readEnvironment` rejects an environment without a key, so this is a programming error.
  if (!alone) throw new Error('There is no encryption key');
  return { keys: [{ id: UNNAMED_KEY, key: alone }], format: 'v1' };
}
