import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyKey } from './idempotency/entities/idempotency-key.entity';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { PublicAddress } from './request/public-address';
import { ProblemFilter } from './errors/problem.filter';
import { AnswerAsIsFilter, ExpiredKeys, IdempotencyInterceptor, KeptAnswers, SafeRetries } from './idempotency';
import { AccessCheck } from './routing/access-check';
import { TenantTurns } from './turns';
import { InputPipe } from './validation';

/** What every endpoint shares. The guards are listed where their order can be read: in the application module. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey]), DiscoveryModule],
  providers: [
    AccessCheck,
    PublicAddress,
    KeptAnswers,
    SafeRetries,
    ExpiredKeys,
    TenantTurns,
    // The later ones are asked first: what catches everything stands before what catches one thing.
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_FILTER, useClass: AnswerAsIsFilter },
    // Around the envelopes, which controllers name: what is kept is the answer in its envelope.
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
  exports: [PublicAddress, TenantTurns],
})
export class HttpModule {}
