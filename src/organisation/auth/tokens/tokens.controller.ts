import { Delete, Get, Post, Req } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Page } from '../../../common/lists/page';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  AnyToken,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  PathId,
  Query,
  Requires,
  type ServiceRequest,
} from '../../../platform/http';
import { principalOf } from '../verification/token-verifier';
import { TOKEN_EXAMPLES } from './examples';
import { MeOut, TokenCreatedOut, TokenOut } from './answers';
import { presentCreated, presentMe, presentToken } from './present';
import { CreateTokenIn, TokenListQuery } from './requests';
import { TokensService } from './tokens.service';

@BothForms('tokens', 'Tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Requires('admin')
  @AnswersPage(TokenOut, { summary: 'List live tokens' })
  async list(@CurrentActor() actor: Actor, @Query() query: TokenListQuery): Promise<Page<TokenOut>> {
    return (await this.tokens.list(actor.tenantId, query.toPageRequest())).map(presentToken);
  }

  @Post()
  @Examples(TOKEN_EXAMPLES.create)
  @Requires('write', 'none')
  @Answers(TokenCreatedOut, { summary: 'Create a token', status: 201 })
  async create(@Req() request: ServiceRequest, @Body() body: CreateTokenIn): Promise<TokenCreatedOut> {
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
  @Examples(TOKEN_EXAMPLES.revoke)
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
  @Answers(MeOut, { summary: 'Who the calling token is' })
  me(@Req() request: ServiceRequest): MeOut {
    return presentMe(principalOf(request));
  }
}
