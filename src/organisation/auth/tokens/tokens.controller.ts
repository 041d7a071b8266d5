import { Delete, Get, Post, Req } from '@nestjs/common';
import { ABILITIES, Ability, type Actor } from '../../../common/actor';
import { Page } from '../../../common/lists/page';
import type { UserId } from '../../../common/records/ids';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  AnyToken,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  Field,
  ListQuery,
  PathId,
  Query,
  Requires,
  type ServiceRequest,
} from '../../../platform/http';
import { principalOf } from '../verification/token-verifier';
import { MeResponse, toTokenCreatedResponse, toMeResponse, TokenCreatedResponse, TokenResponse } from './answers';
import { TokensService } from './tokens.service';

class CreateTokenDto {
  @Field.text({ description: 'Purpose of the token. Use one token per integration.', example: 'ERP integration' })
  name: string;

  @Field.listOf(ABILITIES, {
    min: 1,
    description: 'A subset of the abilities of the calling token.',
    example: ['read', 'write'],
  })
  abilities: Ability[];

  @Field.timestamp({ optional: true, nullable: true, description: 'When the token expires; default: never.' })
  expires_at?: string | null;

  @Field.id({
    optional: true,
    description: 'The active user that the token acts as (requires admin); default: the calling user.',
  })
  user_id?: UserId;
}

class TokenListQuery extends ListQuery({ sortable: ['created_at', 'name'] }) {}

@BothForms('tokens', 'Tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Requires('admin')
  @AnswersPage(TokenResponse, { summary: 'List live tokens' })
  async list(@CurrentActor() actor: Actor, @Query() query: TokenListQuery): Promise<Page<TokenResponse>> {
    return this.tokens.list(actor.tenantId, query.toPageRequest());
  }

  @Post()
  @Examples({
    bodies: {
      'For an integration': { name: 'ERP integration', abilities: ['read', 'write'] },
      'For a colleague, with an expiry': {
        name: 'Monthly reports',
        abilities: ['read'],
        expires_at: '2036-12-31T20:59:59Z',
        user_id: 5,
      },
    },
    answer: { expires_at: null },
  })
  @Requires('write', 'none')
  @Answers(TokenCreatedResponse, { summary: 'Create a token', status: 201 })
  async create(@Req() request: ServiceRequest, @Body() body: CreateTokenDto): Promise<TokenCreatedResponse> {
    const principal = principalOf(request);
    const { token, text } = await this.tokens.mint(principal, principal, {
      name: body.name,
      abilities: body.abilities,
      expiresAt: body.expires_at ? new Date(body.expires_at) : null,
      ...(body.user_id === undefined ? {} : { userId: body.user_id }),
    });
    return toTokenCreatedResponse(token, text);
  }

  @Delete(':token_id')
  // Token 1 is the caller's.
  @Examples({ path: { token_id: 2 } })
  @Requires('admin', 'none')
  @AnswersNothing({
    summary: 'Revoke a token',
    description:
      'Also revokes tokens created with it. In effect from the next request on. Running requests of these ' +
      'tokens cannot change tokens, users, settings, decisions or payments any more. Idempotent: revokes ' +
      'remaining tokens.',
  })
  async revoke(@CurrentActor() actor: Actor, @PathId('token_id') id: number): Promise<void> {
    await this.tokens.revoke(actor, id);
  }
}

@BothForms('me', 'Tokens')
export class MeController {
  @Get()
  @AnyToken()
  @Answers(MeResponse, { summary: 'Get the calling token' })
  me(@Req() request: ServiceRequest): MeResponse {
    return toMeResponse(principalOf(request));
  }
}
