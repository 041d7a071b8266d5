import { DomainError, type FieldMessages, type Message } from '../../common/errors';
import { Language, translate } from '../../common/messages';
import type { FormWords } from '../forms/form';
import { MAX_FIELDS_NAMED } from '../request/limits';
import type { Form } from '../forms/form';
import type { ServiceRequest } from '../request/request';
import { inWords } from './in-words';
import { STATUS } from './status';

/** What an error body needs to know besides the error. */
export interface ErrorContext {
  readonly language: Language;
  readonly requestId: string;
  readonly timestamp: string;
  /** Names of the form that differ from the rules' names. */
  readonly words?: FormWords | undefined;
}

type ErrorBody = Readonly<Record<string, unknown>>;

/** The status and the JSON body that refuse a request, in its form (A where it has none), words and language. */
export function presentRefusal(
  { form, language, requestId, words }: Pick<ServiceRequest, 'form' | 'language' | 'requestId' | 'words'>,
  error: DomainError,
  now: Date,
): { readonly status: number; readonly body: ErrorBody } {
  const context = { language, requestId, timestamp: now.toISOString(), words };
  return { status: STATUS[error.code], body: presentError(form ?? 'a', error, context) };
}

/** The JSON body of an error in a form. 401 and the missing ability have the Auth shape in both. */
export function presentError(form: Form, refusal: DomainError, context: ErrorContext): ErrorBody {
  const error = withFirstFields(inWords(refusal, context.words, context.language));
  if (error.code === 'UNAUTHENTICATED') return authShape('token', error, context);
  if (error.code === 'FORBIDDEN_ABILITY') return authShape('ability', error, context);
  return PRESENTERS[form](error, context);
}

/** The error with a hundred of its wrong fields at most; its message then says that there are more. */
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
    error: errorMember(error, context.language),
    meta: { timestamp: context.timestamp, request_id: context.requestId },
  }),
  b: (error, context) => ({
    success: false,
    message: say(error.text, context.language),
    errors: fields(error, context.language) ?? {},
    error: errorMember(error, context.language),
  }),
};

/** `{message, errors: {token | ability: [...]}}`, exactly: the specification's Auth shape. */
function authShape(member: 'token' | 'ability', error: DomainError, { language }: ErrorContext): ErrorBody {
  const detail: Message =
    member === 'token'
      ? { key: 'error.token_invalid' }
      : { key: 'error.ability_missing', ...(error.text.params ? { params: error.text.params } : {}) };
  return { message: say(error.text, language), errors: { [member]: [say(detail, language)] } };
}

function errorMember(error: DomainError, language: Language): ErrorBody {
  const details = fields(error, language) ?? error.extras.details;
  return { code: error.code, message: say(error.text, language), ...(details ? { details } : {}) };
}

function fields(error: DomainError, language: Language): Record<string, string[]> | undefined {
  return error.extras.fields && sayAll(error.extras.fields, language);
}

function sayAll(messages: FieldMessages, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(messages).map(([field, sentences]) => [field, sentences.map((one) => say(one, language))]),
  );
}

function say(message: Message, language: Language): string {
  return translate(language, message.key, message.params);
}
