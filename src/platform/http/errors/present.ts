import { DomainError, type ErrorExtras, type FieldMessages, type Message } from '../../../common/errors';
import { type Language, translate } from '../../../messages';
import type { Form, FieldAliases } from '../request/form';
import { InputError, MAX_FIELDS_NAMED, Out } from '../../validation';
import type { ServiceRequest } from '../request/request';
import { STATUS } from './status';

interface ErrorContext extends Pick<ServiceRequest, 'language' | 'requestId' | 'aliases' | 'docs'> {
  readonly timestamp: string;
}

type ErrorBody = Readonly<Record<string, unknown>>;

/** The error in the form (default A), terms and language of the request. */
export function toRejectionResponse(
  request: Pick<ServiceRequest, 'form' | 'language' | 'requestId' | 'aliases' | 'docs'>,
  error: DomainError,
  now: Date,
): { readonly status: number; readonly body: ErrorBody } {
  const { form, language, requestId, aliases, docs } = request;
  const context: ErrorContext = { language, requestId, timestamp: now.toISOString(), aliases, docs };
  return { status: STATUS[error.code], body: toErrorResponse(form ?? 'a', error, context) };
}

/** The JSON body of an error in a form. 401 and a missing ability have the Auth shape in both forms. */
export function toErrorResponse(form: Form, refusal: DomainError, context: ErrorContext): ErrorBody {
  const error = withFirstFields(withAliases(refusal, context.aliases, context.language));
  if (error.code === 'UNAUTHENTICATED') return authShape('token', error, context);
  if (error.code === 'FORBIDDEN_ABILITY') return authShape('ability', error, context);
  return PRESENTERS[form](error, context);
}

/** Limits the error to a hundred fields; its message then states that there are more. */
function withFirstFields(error: DomainError): DomainError {
  const fields = Object.entries(error.extras.fields ?? {});
  if (fields.length <= MAX_FIELDS_NAMED) return error;
  return new DomainError(
    error.code,
    { key: 'error.validation_first', params: { max: MAX_FIELDS_NAMED } },
    { ...error.extras, fields: Object.fromEntries(fields.slice(0, MAX_FIELDS_NAMED)) },
  );
}

const PRESENTERS: Readonly<Record<Form, (error: DomainError, context: ErrorContext) => ErrorBody>> = {
  a: (error, context) => ({
    error: withPage(error, context),
    meta: { timestamp: context.timestamp, request_id: context.requestId },
  }),
  b: (error, context) => ({
    success: false,
    message: translated(error.text, context.language),
    errors: fields(error, context.language) ?? {},
    error: withPage(error, context),
  }),
};

function withPage(error: DomainError, { language, docs }: ErrorContext): object {
  const { code, message, ...rest } = errorMember(error, language);
  return { code, message, doc_url: errorPage(docs, code), ...rest };
}

export const errorPage = (docs: string, code: string): string => `${docs}/errors/${code}`;

/** `{message, errors: {token | ability: [...]}}`, exactly the Auth shape of the specification. */
function authShape(member: 'token' | 'ability', error: DomainError, { language }: ErrorContext): ErrorBody {
  const detail: Message =
    member === 'token'
      ? { key: 'error.token_invalid' }
      : { key: 'error.ability_missing', ...(error.text.params ? { params: error.text.params } : {}) };
  return { message: translated(error.text, language), errors: { [member]: [translated(detail, language)] } };
}

export function errorMember(
  error: DomainError,
  language: Language,
): { readonly code: string; readonly message: string; readonly details?: Readonly<Record<string, unknown>> } {
  const details = fields(error, language) ?? error.extras.details;
  return { code: error.code, message: translated(error.text, language), ...(details ? { details } : {}) };
}

function fields({ extras }: DomainError, language: Language): Record<string, string[]> | undefined {
  if (!extras.fields) return undefined;
  return Object.fromEntries(
    Object.entries(extras.fields).map(([field, sentences]) => [
      field,
      sentences.map((one) => translated(one, language)),
    ]),
  );
}

function translated(message: Message, language: Language): string {
  return translate(language, message.key, message.params);
}

type Names = Readonly<Record<string, string>>;
type Details = NonNullable<ErrorExtras['details']>;

/**
 * Replaces field names, statuses of INVALID_STATUS and language-dependent details by the form's terms. An {@link
 * InputError} already uses the field names of the request.
 */
export function withAliases(error: DomainError, aliases: FieldAliases | undefined, language: Language): DomainError {
  if (!aliases || error instanceof InputError) return error;
  const { code, text, extras } = error;
  if (extras.fields && aliases.fields) {
    return new DomainError(code, text, { ...extras, fields: renamed(extras.fields, aliases.fields) });
  }
  if (code === 'INVALID_STATUS' && extras.details && aliases.statuses) {
    return withStatuses(error, extras.details, aliases.statuses);
  }
  const details = aliases.details?.(error, language);
  return details ? new DomainError(code, text, { ...extras, details }) : error;
}

function nameIn<T>(names: Names, value: T): T | string {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (names[value] ?? value) : value;
}

function renamed(fields: FieldMessages, names: Names): FieldMessages {
  const inForm = (path: string): string =>
    path
      .split('.')
      .map((segment) => nameIn(names, segment))
      .join('.');
  return Object.fromEntries(Object.entries(fields).map(([path, messages]) => [inForm(path), messages]));
}

/** Replaces statuses in details and message. Two with the same name in the form are listed once. */
function withStatuses({ code, text, extras }: DomainError, details: Details, names: Names): DomainError {
  const { status, allowed_statuses: allowed } = details;
  const known: unknown[] | undefined = Array.isArray(allowed)
    ? [...new Set(allowed.map((one: unknown) => nameIn(names, one)))]
    : undefined;
  const { params } = text;
  const translatedParams = params && {
    ...params,
    ...(params['status'] !== undefined && { status: nameIn(names, params['status']) }),
    ...(known && params['allowed'] !== undefined && { allowed: known.join(', ') || '-' }),
  };
  const named = {
    ...details,
    ...(status !== undefined && { status: nameIn(names, status) }),
    ...(known && { allowed_statuses: known }),
  };
  return new DomainError(code, translatedParams ? { ...text, params: translatedParams } : text, {
    ...extras,
    details: named,
  });
}

/** An error of one action, within a successful response. */
export class RefusedResponse {
  @Out.text({ example: 'BUDGET_EXCEEDED' }) code: string;

  @Out.text({ example: 'The budget IT 2026 has 100.00 SAR available; 150.00 are requested, 50.00 too many.' })
  message: string;

  @Out.map({ optional: true, description: 'The `details` of the error, as a separate request would return them.' })
  details?: Readonly<Record<string, unknown>>;
}

export class WarningResponse {
  @Out.text({
    description:
      'The code for programs: `NO_BUDGET`, `DUPLICATE_SUSPECTED`, `BANK_DETAILS_UNVERIFIED`, or the error code that a stricter setting would return.',
    example: 'NO_BUDGET',
  })
  code: string;

  @Out.text({
    description: 'A message for people, in English or Arabic by `Accept-Language`.',
    example: 'No budget covers this document.',
  })
  message: string;
}

export function toRejectedResponse(error: DomainError, language: Language, aliases?: FieldAliases): RefusedResponse {
  return errorMember(withAliases(error, aliases, language), language);
}
