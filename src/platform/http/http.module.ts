import { Global, Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProblemFilter } from './errors/problem.filter';
import { ETags } from './forms/etags';
import { ReplayedResponseFilter } from './idempotency/idempotency-key';
import { IdempotencyKey } from './idempotency/entities/idempotency-key.entity';
import { ExpiredKeys, IdempotencyRecordsRepository } from './idempotency/idempotency-records.repository';
import { IdempotentAnswers } from './idempotency/idempotent-answers';
import { IdempotencyService } from './idempotency/idempotency.service';
import { PublicAddress } from './request/address';
import { HttpPorts } from './request/watched';
import { AccessCheck } from './routing/access';
import { TenantTurns } from './turns/turns.interceptor';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey]), DiscoveryModule],
  providers: [
    AccessCheck,
    PublicAddress,
    HttpPorts,
    ETags,
    IdempotencyRecordsRepository,
    IdempotencyService,
    IdempotentAnswers,
    ExpiredKeys,
    TenantTurns,
    // Nest tries later filters first, so the filter that catches everything comes first.
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_FILTER, useClass: ReplayedResponseFilter },
  ],
  exports: [HttpPorts, ETags, IdempotentAnswers, PublicAddress, TenantTurns],
})
export class HttpModule {}
