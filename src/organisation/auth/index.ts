export { AuthModule } from './auth.module';
export { newToken, tokenHash } from './verification/bearer-token';
export { BearerGuard, PlanThrottlerGuard } from './guards';
export { TokenAuthority } from './verification/token-authority';
export { TokenEpochs } from './verification/token-epochs';
export { TokensRepository } from './tokens/tokens.repository';
export { TokensService } from './tokens/tokens.service';
