import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiToken } from './entities/api-token.entity';
import { ThrottlerModule } from '@nestjs/throttler';
import { RateLimiter } from '../rate-limits';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { LastUsed } from './last-used';
import { PlanThrottlerGuard } from './plan-throttler.guard';
import { TenantHosts } from './tenant-hosts';
import { TokenAuthority } from './token-authority';
import { TokenEpochs } from './token-epochs';
import { TokenVerifier } from './token-verifier';
import { MeController, TokensController } from './tokens.controller';
import { TokensRepository } from './tokens.repository';
import { TokensService } from './tokens.service';

@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([ApiToken]),
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
