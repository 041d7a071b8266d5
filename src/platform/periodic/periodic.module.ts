import { Global, Module } from '@nestjs/common';
import { Periodic } from './periodic';

/** {@link Periodic}, for everyone. */
@Global()
@Module({ providers: [Periodic], exports: [Periodic] })
export class PeriodicModule {}
