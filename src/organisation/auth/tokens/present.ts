import type { ApiToken } from '../entities/api-token.entity';
import type { Principal } from '../verification/token-verifier';
import type { MeOut, TokenCreatedOut, TokenOut } from './answers';
import type { TokenSummary } from './tokens.service';

export function presentCreated(token: ApiToken, text: string): TokenCreatedOut {
  const { id, name, abilities } = token;
  return {
    id,
    name,
    abilities,
    expires_at: token.expiresAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
    token: text,
  };
}

export function presentToken(token: TokenSummary): TokenOut {
  const { id, name, abilities, user } = token;
  return {
    id,
    name,
    abilities,
    user,
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
  };
}

export function presentMe(principal: Principal): MeOut {
  return {
    tenant_id: principal.tenantId,
    tenant_name: principal.tenant.name,
    token_name: principal.tokenName,
    abilities: principal.abilities,
    last_used_at: principal.lastUsedAt?.toISOString() ?? null,
  };
}
