import { DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../common/clock';
import { Environment } from './environment';

/** Injection token of the validated {@link Environment}. */
export const ENVIRONMENT = Symbol('ENVIRONMENT');

/** The environment and the clock, for everyone. */
@Global()
@Module({})
export class ConfigModule {
  static with(environment: Environment, clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: ENVIRONMENT, useValue: environment },
        { provide: Clock, useValue: clock },
      ],
      exports: [ENVIRONMENT, Clock],
    };
  }
}
