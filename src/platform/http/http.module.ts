import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProblemFilter } from './errors/problem.filter';
import { ETags } from './forms/etags';
import { AnswerAsIsFilter } from './idempotency/idempotency-key';
import { IdempotencyKey } from './idempotency/entities/idempotency-key.entity';
import { ExpiredKeys, KeptAnswers } from './idempotency/kept-answers.repository';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { SafeRetries } from './idempotency/safe-retries';
import { KeptDocuments } from './openapi/documentation';
import { PublicAddress } from './request/address';
import { HttpPorts } from './request/watched';
import { AccessCheck } from './routing/access';
import { InputPipe } from './routing/parameters';
import { TenantTurns } from './turns/turns.interceptor';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey]), DiscoveryModule],
  providers: [
    AccessCheck,
    PublicAddress,
    HttpPorts,
    ETags,
    KeptDocuments,
    KeptAnswers,
    SafeRetries,
    ExpiredKeys,
    TenantTurns,
    // Nest tries later filters first, so the filter that catches everything comes first.
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_FILTER, useClass: AnswerAsIsFilter },
    // Runs outside the envelope interceptors of controllers, because it must store the response with its envelope.
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
  exports: [HttpPorts, ETags, KeptDocuments, PublicAddress, TenantTurns],
})
export class HttpModule {}
