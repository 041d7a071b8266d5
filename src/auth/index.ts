export { AuthModule } from './auth.module';
export { newToken, tokenHash } from './token-text';
export { BearerGuard, unauthenticated } from './bearer.guard';
export { PlanThrottlerGuard } from './plan-throttler.guard';
export { principalOf } from './principal';
export type { Principal } from './principal';
export { TokenEpochs } from './token-epochs';
export { TokensRepository } from './tokens.repository';
export { TokensService } from './tokens.service';
