import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { RateLimiter } from '../rate-limits';
import { BearerGuard } from './guards/bearer.guard';
import { BearerStrategy } from './verification/bearer.strategy';
import { LastUsed } from './verification/last-used';
import { PlanThrottlerGuard } from './guards/plan-throttler.guard';
import { TenantHosts } from './guards/tenant-hosts';
import { TokenAuthority } from './verification/token-authority';
import { TokenEpochs } from './verification/token-epochs';
import { TokenVerifier } from './verification/token-verifier';
import { MeController, TokensController } from './tokens/tokens.controller';
import { TokensRepository } from './tokens/tokens.repository';
import { TokensService } from './tokens/tokens.service';

@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [RateLimiter],
      // The limit itself is the plan's, read from the token by the guard; these satisfy the module.
      useFactory: (storage: RateLimiter) => ({ throttlers: [{ name: 'plan', limit: 1, ttl: 60_000 }], storage }),
    }),
  ],
  controllers: [TokensController, MeController],
  providers: [
    BearerGuard,
    BearerStrategy,
    LastUsed,
    PlanThrottlerGuard,
    TenantHosts,
    TokenAuthority,
    TokenEpochs,
    TokenVerifier,
    TokensRepository,
    TokensService,
  ],
  exports: [
    BearerGuard,
    PlanThrottlerGuard,
    ThrottlerModule,
    TokenAuthority,
    TokenEpochs,
    TokensRepository,
    TokensService,
    TokenVerifier,
    TenantHosts,
  ],
})
export class AuthModule {}
