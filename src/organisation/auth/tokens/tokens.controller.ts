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
import { MeResponse, presentCreated, presentMe, TokenCreatedResponse, TokenResponse } from './answers';
import { TokensService } from './tokens.service';

class CreateTokenDto {
  @Field.text({ description: 'What the token is for; one for each integration.', example: 'ERP integration' })
  name: string;

  @Field.listOf(ABILITIES, {
    min: 1,
    description: 'A subset of the abilities of the calling token.',
    example: ['read', 'write'],
  })
  abilities: Ability[];

  @Field.timestamp({ optional: true, nullable: true, description: 'When it stops being valid. Never, when left out.' })
  expires_at?: string | null;

  @Field.id({
    optional: true,
    description: 'The active user it acts as (needs admin). The calling user, when left out.',
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
      'For a colleague, with an end': {
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
    return presentCreated(token, text);
  }

  @Delete(':token_id')
  // The token of the caller is the first.
  @Examples({ path: { token_id: 2 } })
  @Requires('admin', 'none')
  @AnswersNothing({
    summary: 'Revoke a token',
    description:
      'Tokens minted from it are revoked with it. Holds from the next request, and a request of theirs that is under way changes nothing any more where it would give or use power: tokens, users, settings, decisions, payments. A second time is the same answer, and revokes what is left.',
  })
  async revoke(@CurrentActor() actor: Actor, @PathId('token_id') id: number): Promise<void> {
    await this.tokens.revoke(actor, id);
  }
}

@BothForms('me', 'Tokens')
export class MeController {
  @Get()
  @AnyToken()
  @Answers(MeResponse, { summary: 'Who the calling token is' })
  me(@Req() request: ServiceRequest): MeResponse {
    return presentMe(principalOf(request));
  }
}
