import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { LANGUAGES, translate, type Language, type MessageKey } from '../../../messages';
import { Unlimited, type ServiceRequest } from '../../../platform/http';
import { directionOf, escapeHtml } from '../../../platform/pdf';

/** A page for browsers, outside both API prefixes. Its button calls the API, which is limited by address. */
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

/** Opening the page does not use the invitation, so link scanners of mail servers do no harm. */
function invitationPage(language: Language): string {
  const translated = (key: MessageKey): string => escapeHtml(translate(language, key));
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${translated('invitations.page_title')}</title>
<style>
body { font: 16px/1.6 'Segoe UI', Tahoma, Arial, sans-serif; color: #1f2933; max-width: 32em; margin: 15vh auto; padding: 0 1.5em }
button { font: inherit; padding: 0.6em 1.4em; border: 0; border-radius: 6px; background: #0b5cad; color: #fff; cursor: pointer }
button:disabled { background: #9aa5b1; cursor: default }
</style>
</head>
<body>
<h1>${translated('invitations.page_title')}</h1>
<p id="question">${translated('invitations.page_question')}</p>
<button id="accept" type="button">${translated('invitations.page_button')}</button>
<p id="answer" role="status" aria-live="polite"
   data-done="${translated('invitations.page_done')}"
   data-failed="${translated('invitations.page_failed')}"
   data-incomplete="${translated('invitations.page_incomplete')}"></p>
<script src="invitations/page.js"></script>
</body>
</html>
`;
}

/** Script of the button. Addresses are relative, because the service may run under a path prefix. */
const INVITATION_SCRIPT = `'use strict';
(() => {
  const button = document.getElementById('accept');
  const answer = document.getElementById('answer');
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  const end = (text) => {
    answer.textContent = text;
    document.getElementById('question').hidden = true;
    button.hidden = true;
  };
  if (!token) {
    end(answer.dataset.incomplete);
    return;
  }
  button.addEventListener('click', async () => {
    button.disabled = true;
    answer.textContent = '';
    try {
      const response = await fetch('v1/invitations/accept', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Accept-Language': document.documentElement.lang },
        body: JSON.stringify({ token }),
      });
      if (response.ok) {
        history.replaceState(null, '', location.pathname + location.search);
        end(answer.dataset.done);
        return;
      }
      const { error } = await response.json();
      answer.textContent = (error.details && error.details.token && error.details.token[0]) || error.message;
    } catch {
      answer.textContent = answer.dataset.failed;
    }
    button.disabled = false;
  });
})();
`;
