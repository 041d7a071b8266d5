import {
  CallHandler,
  ExecutionContext,
  Injectable,
  NestInterceptor,
  SetMetadata,
  StreamableFile,
  Controller,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Observable, map } from 'rxjs';
import { ApiTags } from '@nestjs/swagger';
import { Clock } from '../../../common/clock';
import { translate, type MessageKey } from '../../../messages';
import { CursorPage, FeedPart, NumberedPage } from '../../../common/lists/page';
import { PublicAddress } from '../request/address';
import type { ServiceRequest } from '../request/request';
import { IdempotentAnswers } from '../idempotency/idempotent-answers';
import { HttpPorts, notifyWatcher } from '../request/watched';
import { ETags } from './etags';
import { fieldAliasesOf, FORM_ALIASES, type FormAliases } from '../request/form';

const MESSAGES = 'answer:messages';

/** Message keys by status. */
export type AnswerMessages = Readonly<Record<number, MessageKey>>;

export const ResponseMessage = (messages: AnswerMessages): MethodDecorator => SetMetadata(MESSAGES, messages);

const VERSION = Symbol('version');

/** A response with the version of its record. JSON omits the symbol; a spread copies it. */
interface Versioned {
  [VERSION]?: string;
}

/** Sets the version for the `ETag` on the object: a copy would create a hidden class per response. Not for pages. */
export function versioned<T extends object>(answer: T, version: number | string): T {
  (answer as Versioned)[VERSION] = String(version);
  return answer;
}

/**
 * Wraps a response in the form's envelope, sets `ETag`, and sets the terms of the form for error responses. A repeated
 * `Idempotency-Key` gets the stored response.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotent: IdempotentAnswers,
    private readonly ports: HttpPorts,
    private readonly etags: ETags,
    private readonly clock: Clock,
    private readonly address: PublicAddress,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const { form } = request;
    if (!form) return next.handle();
    request.aliases = fieldAliasesOf(context.getClass(), form);
    const inEnvelope = map((answer: unknown) => {
      if (answer instanceof StreamableFile) {
        notifyWatcher(this.ports.watcher, request, 'exported', mediaTypeOf(answer));
        return answer;
      }
      if (answer === undefined) return answer;
      const version = versionOf(answer);
      if (version !== undefined) http.getResponse<Response>().setHeader('ETag', this.etags.of(version));
      return form === 'a' ? this.inFormA(request, answer) : this.inFormB(context, answer);
    });
    // One interceptor for both: Nest wraps each in several functions and promises per request.
    return this.idempotent.once(context, () => next.handle().pipe(inEnvelope));
  }

  /** `{data, meta: {timestamp}}`; for a list `{data, meta: {current_page, ...}, links}`. */
  private inFormA(request: ServiceRequest, answer: unknown): unknown {
    if (answer instanceof NumberedPage) {
      return { data: answer.items, meta: pageMeta(answer), links: pageLinks(this.address.of(request), answer) };
    }
    if (answer instanceof CursorPage) {
      return { data: answer.items, meta: cursorMeta(answer), links: cursorLinks(this.address.of(request), answer) };
    }
    if (answer instanceof FeedPart) return { data: answer.items, meta: feedMeta(answer) };
    return { data: answer, meta: { timestamp: this.clock.now().toISOString() } };
  }

  /** `{success: true, message?, data}`; for a list with `meta`. */
  private inFormB(context: ExecutionContext, answer: unknown): unknown {
    if (answer instanceof NumberedPage) return { success: true, data: answer.items, meta: pageMeta(answer) };
    if (answer instanceof CursorPage) return { success: true, data: answer.items, meta: cursorMeta(answer) };
    if (answer instanceof FeedPart) return { success: true, data: answer.items, meta: feedMeta(answer) };
    const messages = this.reflector.get<AnswerMessages | undefined>(MESSAGES, context.getHandler());
    const http = context.switchToHttp();
    const key = messages?.[http.getResponse<Response>().statusCode];
    if (key === undefined) return { success: true, data: answer };
    return { success: true, message: translate(http.getRequest<ServiceRequest>().language, key), data: answer };
  }
}

function mediaTypeOf(file: StreamableFile): string {
  return file.getHeaders().type.split(';')[0]?.trim() ?? '';
}

function versionOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null ? (answer as Versioned)[VERSION] : undefined;
}

type Links = Record<'first' | 'last' | 'next' | 'prev', string | null>;

/** Other query parameters are unchanged. */
function pageLinks(address: URL, page: NumberedPage<unknown>): Links {
  const { page: current } = page.request;
  const last = page.lastPage;
  const link = (number: number): string => withParameter(address, 'page', String(number));
  return {
    first: link(1),
    last: link(last),
    next: current < last ? link(current + 1) : null,
    prev: current > 1 ? link(Math.min(current - 1, last)) : null,
  };
}

function cursorLinks(address: URL, { nextCursor }: CursorPage<unknown>): Links {
  return {
    first: withParameter(address, 'cursor', ''),
    last: null,
    next: nextCursor === null ? null : withParameter(address, 'cursor', nextCursor),
    prev: null,
  };
}

function withParameter(address: URL, name: string, value: string): string {
  const target = new URL(address);
  target.searchParams.set(name, value);
  return target.toString();
}

function cursorMeta({ perPage, nextCursor }: CursorPage<unknown>): { per_page: number; next_cursor: string | null } {
  return { per_page: perPage, next_cursor: nextCursor };
}

function feedMeta({ nextCursor, hasMore }: FeedPart<unknown>): { next_cursor: string; has_more: boolean } {
  return { next_cursor: nextCursor, has_more: hasMore };
}

function pageMeta(page: NumberedPage<unknown>): Record<'current_page' | 'last_page' | 'per_page' | 'total', number> {
  return {
    current_page: page.request.page,
    last_page: page.lastPage,
    per_page: page.request.perPage,
    total: page.total,
  };
}

/**
 * Declares a resource controller under the prefixes of both forms.
 * @param aliases names of a form that differ from those in the domain code
 */
export const BothForms = (path: string, tag: string, aliases: FormAliases = {}): ClassDecorator =>
  applyDecorators(
    Controller([`v1/${path}`, `api/v1/${path}`]),
    UseInterceptors(EnvelopeInterceptor),
    SetMetadata(FORM_ALIASES, aliases),
    ApiTags(tag),
  );
