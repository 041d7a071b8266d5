import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ProblemFilter } from './errors/problem.filter';
import { FormAEnvelopeInterceptor, FormBEnvelopeInterceptor } from './forms';
import { AccessCheck } from './routing/access-check';
import { InputPipe } from './validation';

/** What every endpoint shares. The guards are listed where their order can be read: in the application module. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessCheck,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: FormAEnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: FormBEnvelopeInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
})
export class HttpModule {}
