import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { LANGUAGES, type Language } from '../../common/messages';
import { Unlimited, type ServiceRequest } from '../../http';
import { INVITATION_SCRIPT, invitationPage } from './invitation-page';

/** For a person's browser: outside both prefixes. The button it shows calls the API, which is limited by address. */
@Controller('invitations')
@ApiExcludeController()
@Unlimited()
export class InvitationPageController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  page(
    @Query('lang') wanted: unknown,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): string {
    const language = isLanguage(wanted) ? wanted : request.language;
    response.setHeader('Content-Language', language);
    return invitationPage(language);
  }

  @Get('page.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return INVITATION_SCRIPT;
  }
}

function isLanguage(text: unknown): text is Language {
  return LANGUAGES.includes(text as Language);
}
