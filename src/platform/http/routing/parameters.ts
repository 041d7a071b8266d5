import {
  Body as NestBody,
  ExecutionContext,
  Injectable,
  Param,
  PipeTransform,
  Query as NestQuery,
  SetMetadata,
  Type,
  applyDecorators,
  createParamDecorator,
  ArgumentMetadata,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiParam,
  type ApiParamOptions,
  ApiQuery,
} from '@nestjs/swagger';
import type { Actor } from '../../../common/actor';
import { notFound } from '../../../common/errors';
import { MAX_EXTERNAL_ID, plainExternalId } from '../../../common/records/external';
import { type IfMatch, parseIfMatch } from '../../../common/records/versions';
import { ETags } from '../forms/etags';
import { type PerForm, WHOLE_QUERY, schemaPerForm } from '../request/form';
import { externalId, InputError, readInput, type RequestType } from '../../validation';
import type { ServiceRequest } from '../request/request';

export const TAKES_BODY = 'procurement:takes-body';
export const TAKES_QUERY = 'procurement:takes-query';

const PLAIN = new Set<unknown>([String, Number, Boolean, Object, Array, undefined]);

/**
 * Validates a body or query. Every parameter that can be rejected has this pipe, because the reported one of several
 * faults depends on the number of promises. As a global pipe it would cost two promises for all other parameters too.
 * @throws as {@link readInput}
 */
const INPUT: PipeTransform = {
  transform: (value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> =>
    (type !== 'body' && type !== 'query') || PLAIN.has(metatype)
      ? Promise.resolve(value)
      : readInput(type, metatype as RequestType, value),
};

/**
 * The body as the parameter's request type. Unlike Nest's `@Body` it also marks the route, because `UnknownInputGuard`
 * rejects bodies of routes without the mark.
 * @param types request types per form; the parameter type is then `OfForm<typeof types>`
 */
export const Body = (types?: PerForm<Type>): ParameterDecorator =>
  noted(TAKES_BODY, types ? typedPerForm('body', types, (schema) => ApiBody({ schema })) : NestBody(INPUT));

export const Query = (types?: PerForm<Type>): ParameterDecorator =>
  noted(
    TAKES_QUERY,
    types ? typedPerForm('query', types, (schema) => ApiQuery({ name: WHOLE_QUERY, schema })) : NestQuery(INPUT),
  );

function typedPerForm(
  part: 'body' | 'query',
  types: PerForm<Type>,
  inDocuments: (schema: object) => MethodDecorator,
): ParameterDecorator {
  const built = ofRequest((request) => readInput(part, request.form === 'b' ? types.b : types.a, request[part]));
  return documented(built(INPUT), applyDecorators(ApiExtraModels(types.a, types.b), inDocuments(schemaPerForm(types))));
}

function noted(takes: string, decorator: ParameterDecorator): ParameterDecorator {
  return (target, method, index) => {
    decorator(target, method, index);
    const handler: unknown = method === undefined ? undefined : Reflect.get(target, method);
    if (typeof handler === 'function') Reflect.defineMetadata(takes, true, handler);
  };
}

export const PRODUCES = 'procurement:produces';
export const MULTIPART = 'procurement:multipart';
export const RAW = 'procurement:raw';

/** Media types of the route besides JSON; `any` ignores Accept (PDF and downloads). */
export const Produces = (...types: readonly string[]): MethodDecorator => SetMetadata(PRODUCES, types);

/** The route accepts multipart/form-data, which a separate interceptor reads. */
export const Multipart = (): MethodDecorator =>
  applyDecorators(SetMetadata(MULTIPART, true), ApiConsumes('multipart/form-data'));

/** The route accepts a body of these media types, which a separate guard reads. */
export const TakesRaw = (...types: readonly string[]): MethodDecorator =>
  applyDecorators(SetMetadata(RAW, types), ApiConsumes(...types));

/** A numeric record id in the path. @throws InputError (400) unless it is a positive integer below 2^53 */
export function PathId(name = 'id'): ParameterDecorator {
  const schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
  const decorator = inPath({ name, schema }, (text) => {
    const id = Number(text);
    if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id)) return id;
    throw new InputError('path', { [name]: [{ key: 'validation.id' }] });
  });
  return (target, method, index) => {
    decorator(target, method, index);
    // The compiler emits Object for a branded number, and the documents would omit the parameter.
    const types = method && (Reflect.getMetadata('design:paramtypes', target, method) as unknown[] | undefined);
    if (types) types[index] = Number;
  };
}

/** A name in the path from a closed set. @throws DomainError NOT_FOUND for any other */
export function PathName(name: string, names: readonly string[]): ParameterDecorator {
  return inPath({ name, schema: { type: 'string', enum: [...names] } }, (text) => {
    if (!names.includes(text)) throw notFound();
    return text;
  });
}

/** A record's external id in the path, percent-encoded. @throws InputError (400) for an invalid external id */
export function PathExternalId(): ParameterDecorator {
  const [name, schema] = ['external_id', { type: 'string', minLength: 1, maxLength: MAX_EXTERNAL_ID } as const];
  const description = 'The id of the record in another system, percent-encoded: `V/1001` becomes `V%2F1001`.';
  return inPath({ name, schema, description, example: 'V-1001' }, (text) => {
    const id = plainExternalId(text);
    const fault = externalId(id);
    if (fault) throw new InputError('path', { external_id: [fault] });
    return id;
  });
}

function inPath(parameter: ApiParamOptions, transform: (text: string) => unknown): ParameterDecorator {
  return documented(Param(parameter.name, INPUT, { transform }), ApiParam(parameter));
}

@Injectable()
class IfMatchPipe implements PipeTransform<IfMatch, IfMatch> {
  constructor(private readonly etags: ETags) {}

  transform(ifMatch: IfMatch): IfMatch {
    return this.etags.versionsIn(ifMatch);
  }
}

const IfMatchHeader = ofRequest(({ headers }) => parseIfMatch(headers['if-match']));

/** The request's `If-Match`, for PUT and DELETE of a single record. */
export const IfMatches = (): ParameterDecorator =>
  documented(
    IfMatchHeader(INPUT, IfMatchPipe),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The `ETag` of the version that you have read. If a newer version exists, the request gets 412.',
      schema: { type: 'string', example: '"3"' },
    }),
  );

function documented(decorator: ParameterDecorator, inDocuments: MethodDecorator): ParameterDecorator {
  return (target, method, index) => {
    decorator(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) inDocuments(target, method, descriptor);
  };
}

export const CurrentActor = ofRequest(({ actor }): Actor => {
  if (!actor) throw new Error('A route with @CurrentActor must require a token');
  return actor;
});

export const CurrentLanguage = ofRequest(({ language }) => language);

export const CurrentForm = ofRequest(({ form }) => form);

/** Avoids `switchToHttp()`, which creates three functions per parameter. */
function ofRequest(read: (request: ServiceRequest) => unknown): ReturnType<typeof createParamDecorator<unknown>> {
  return createParamDecorator((_: unknown, context: ExecutionContext) =>
    read(context.getArgByIndex<ServiceRequest>(0)),
  );
}
