import { DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../../common/clock';
import { SecretBox } from '../../common/secrets/secret-box';
import { keyRingOf } from './derived';
import { Environment } from './environment';

/** Injection token of the validated {@link Environment}. */
export const ENVIRONMENT = Symbol('ENVIRONMENT');

/** The environment, the clock and what seals secrets, for everyone. */
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
