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

/** Metadata of a route that takes a body; and of one that takes a query. */
export const TAKES_BODY = 'procurement:takes-body';
export const TAKES_QUERY = 'procurement:takes-query';

/**
 * The body, as the parameter's request type. Nest's `@Body`, which also marks the route: `UnknownInputGuard` refuses any body
 * of a route without the mark.
 * @param types where each form has its own request type; the parameter is then `OfForm<typeof types>`
 */
export const Body = (types?: PerForm<Type>): ParameterDecorator =>
  noted(TAKES_BODY, types ? typedPerForm('body', types, (schema) => ApiBody({ schema })) : NestBody());

/** The query, as the parameter's request type, or the form's own; marks the route as {@link Body} does. */
export const Query = (types?: PerForm<Type>): ParameterDecorator =>
  noted(
    TAKES_QUERY,
    types ? typedPerForm('query', types, (schema) => ApiQuery({ name: WHOLE_QUERY, schema })) : NestQuery(),
  );

/** Builds the request type of the request's form; Nest awaits it before it calls the handler. */
function typedPerForm(
  part: 'body' | 'query',
  types: PerForm<Type>,
  inDocuments: (schema: object) => MethodDecorator,
): ParameterDecorator {
  const built = ofRequest((request) => readInput(part, request.form === 'b' ? types.b : types.a, request[part]));
  return documented(built(), applyDecorators(ApiExtraModels(types.a, types.b), inDocuments(schemaPerForm(types))));
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

/** Media types the route can answer besides JSON; `any` answers whatever Accept says (PDF and downloads). */
export const Produces = (...types: readonly string[]): MethodDecorator => SetMetadata(PRODUCES, types);

/** The route takes multipart/form-data, which its own interceptor reads. */
export const Multipart = (): MethodDecorator =>
  applyDecorators(SetMetadata(MULTIPART, true), ApiConsumes('multipart/form-data'));

/** The route takes a body of one of these media types, which its own guard reads. */
export const TakesRaw = (...types: readonly string[]): MethodDecorator =>
  applyDecorators(SetMetadata(RAW, types), ApiConsumes(...types));

/** A record's id in the path, as a number. @throws InputError (400) for anything but a positive integer below 2^53 */
export function PathId(name = 'id'): ParameterDecorator {
  const schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
  const decorator = inPath({ name, schema }, (text) => {
    const id = Number(text);
    if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id)) return id;
    throw new InputError('path', { [name]: [{ key: 'validation.id' }] });
  });
  return (target, method, index) => {
    decorator(target, method, index);
    // The compiler notes a branded number as an object, of which the documents would make no parameter.
    const types = method && (Reflect.getMetadata('design:paramtypes', target, method) as unknown[] | undefined);
    if (types) types[index] = Number;
  };
}

/** A name in the path, of a closed set. @throws DomainError NOT_FOUND for any other */
export function PathName(name: string, names: readonly string[]): ParameterDecorator {
  return inPath({ name, schema: { type: 'string', enum: [...names] } }, (text) => {
    if (!names.includes(text)) throw notFound();
    return text;
  });
}

/** What another system calls the record, percent-encoded in the path. @throws InputError (400) for what no external id may be */
export function PathExternalId(): ParameterDecorator {
  const [name, schema] = ['external_id', { type: 'string', minLength: 1, maxLength: MAX_EXTERNAL_ID } as const];
  const description = 'The id that another system has for it, percent-encoded: `V/1001` is `V%2F1001`.';
  return inPath({ name, schema, description, example: 'V-1001' }, (text) => {
    const id = plainExternalId(text);
    const fault = externalId(id);
    if (fault) throw new InputError('path', { external_id: [fault] });
    return id;
  });
}

/** A parameter of the path: what it is read as, and what the documents say of it. */
function inPath(told: ApiParamOptions, transform: (text: string) => unknown): ParameterDecorator {
  return documented(Param(told.name, { transform }), ApiParam(told));
}

@Injectable()
class IfMatchPipe implements PipeTransform<IfMatch, IfMatch> {
  constructor(private readonly etags: ETags) {}

  transform(asked: IfMatch): IfMatch {
    return this.etags.versionsIn(asked);
  }
}

const IfMatchHeader = ofRequest(({ headers }) => parseIfMatch(headers['if-match']));

/** The request's `If-Match`, for PUT and DELETE of a single record. */
export const IfMatches = (): ParameterDecorator =>
  documented(
    IfMatchHeader(IfMatchPipe),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The `ETag` of the version you have read: the change is refused (412) when there is a newer one.',
      schema: { type: 'string', example: '"3"' },
    }),
  );

/** The parameter's decorator, which also tells the documents of the parameter. */
function documented(decorator: ParameterDecorator, inDocuments: MethodDecorator): ParameterDecorator {
  return (target, method, index) => {
    decorator(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) inDocuments(target, method, descriptor);
  };
}

/** On whose behalf the request is made. */
export const CurrentActor = ofRequest(({ actor }): Actor => {
  if (!actor) throw new Error('A route that asks for the actor must require a token');
  return actor;
});

export const CurrentLanguage = ofRequest(({ language }) => language);

export const CurrentForm = ofRequest(({ form }) => form);

/** The decorator of a parameter that is read from the request; `switchToHttp()` would make three functions for each parameter. */
function ofRequest(read: (request: ServiceRequest) => unknown): ReturnType<typeof createParamDecorator<unknown>> {
  return createParamDecorator((_: unknown, context: ExecutionContext) =>
    read(context.getArgByIndex<ServiceRequest>(0)),
  );
}

const PLAIN = new Set<unknown>([String, Number, Boolean, Object, Array, undefined]);

/** Turns a body or a query into its request type. */
@Injectable()
export class InputPipe implements PipeTransform {
  /** Always a promise: of several faults of a request, the one that is answered depends on it. @throws as {@link readInput} */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || PLAIN.has(metatype)) return Promise.resolve(value);
    return readInput(type, metatype as RequestType, value);
  }
}
