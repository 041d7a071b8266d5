import { Out } from '../../../platform/http';
import type { ApiToken } from '../entities/api-token.entity';
import type { Principal } from '../verification/token-verifier';

export class TokenCreatedResponse {
  @Out.id() id: number;
  @Out.text({ example: 'ERP integration' }) name: string;
  @Out.texts({ example: ['read', 'write'] }) abilities: readonly string[];
  @Out.timestamp({ nullable: true }) expires_at: string | null;
  @Out.timestamp() created_at: string;
  @Out.text({ description: 'Shown only in this response.', example: 'pst_ followed by 43 characters' }) token: string;
}

export class TokenUserResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

/** A listed token, without its text. */
export class TokenResponse {
  @Out.id() id: number;
  @Out.text({ example: 'ERP integration' }) name: string;
  @Out.texts({ example: ['read', 'write'] }) abilities: readonly string[];
  @Out.object(() => TokenUserResponse) user: TokenUserResponse;
  @Out.timestamp({ nullable: true }) expires_at: string | null;
  @Out.timestamp({ nullable: true, description: 'May be up to a minute late.' }) last_used_at: string | null;
  @Out.timestamp() created_at: string;
}

export class MeResponse {
  @Out.uuid() tenant_id: string;
  @Out.text({ example: 'Najd Trading' }) tenant_name: string;
  @Out.text({ example: 'ERP integration' }) token_name: string;
  @Out.texts({ example: ['read', 'write'] }) abilities: readonly string[];
  @Out.timestamp({ nullable: true, description: 'May be up to a minute late.' }) last_used_at: string | null;
}

export function toTokenCreatedResponse(token: ApiToken, text: string): TokenCreatedResponse {
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

export function toMeResponse(principal: Principal): MeResponse {
  return {
    tenant_id: principal.tenantId,
    tenant_name: principal.tenant.name,
    token_name: principal.tokenName,
    abilities: principal.abilities,
    last_used_at: principal.lastUsedAt?.toISOString() ?? null,
  };
}
