import { Global, Module } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottlerModule } from '@nestjs/throttler';
import { RateLimiter } from '../../platform/rate-limits';
import { ApiToken } from './entities/api-token.entity';
import { BearerGuard, PlanThrottlerGuard, planThrottling, TenantHosts } from './guards';
import { BearerAuthentication } from './verification/bearer-token';
import { TokenAuthority } from './verification/token-authority';
import { TokenEpochs } from './verification/token-epochs';
import { TokenLookups } from './verification/token-lookups';
import { LastUsed, TokenVerifier } from './verification/token-verifier';
import { MeController, TokensController } from './tokens/tokens.controller';
import { TokensRepository } from './tokens/tokens.repository';
import { TokensService } from './tokens/tokens.service';

@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([ApiToken]),
    ThrottlerModule.forRootAsync({ inject: [RateLimiter, Reflector], useFactory: planThrottling }),
  ],
  controllers: [TokensController, MeController],
  providers: [
    BearerGuard,
    BearerAuthentication,
    LastUsed,
    PlanThrottlerGuard,
    TenantHosts,
    TokenAuthority,
    TokenEpochs,
    TokenLookups,
    TokenVerifier,
    TokensRepository,
    TokensService,
  ],
  exports: [BearerGuard, PlanThrottlerGuard, TokenAuthority, TokenEpochs, TokensRepository, TokensService],
})
export class AuthModule {}
