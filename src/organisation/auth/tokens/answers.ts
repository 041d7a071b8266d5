import { Out } from '../../../platform/http';

export class TokenCreatedOut {
  @Out.id() id: number;
  @Out.text({ example: 'ERP integration' }) name: string;
  @Out.texts({ example: ['read', 'write'] }) abilities: readonly string[];
  @Out.timestamp({ nullable: true }) expires_at: string | null;
  @Out.timestamp() created_at: string;
  @Out.text({ description: 'Shown this once.', example: 'pst_ followed by 43 characters' }) token: string;
}

export class TokenUserOut {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class TokenOut {
  @Out.id() id: number;
  @Out.text({ example: 'ERP integration' }) name: string;
  @Out.texts({ example: ['read', 'write'] }) abilities: readonly string[];
  @Out.object(() => TokenUserOut) user: TokenUserOut;
  @Out.timestamp({ nullable: true }) expires_at: string | null;
  @Out.timestamp({ nullable: true, description: 'May lag by a minute.' }) last_used_at: string | null;
  @Out.timestamp() created_at: string;
}

export class MeOut {
  @Out.uuid() tenant_id: string;
  @Out.text({ example: 'Najd Trading' }) tenant_name: string;
  @Out.text({ example: 'ERP integration' }) token_name: string;
  @Out.texts({ example: ['read', 'write'] }) abilities: readonly string[];
  @Out.timestamp({ nullable: true, description: 'May lag by a minute.' }) last_used_at: string | null;
}
