import { DomainError, type FieldMessages, type Message } from '../../common/errors';
import { Language, translate } from '../../common/messages';
import { MAX_FIELDS_NAMED } from '../request/limits';
import type { Form } from '../request/request';

/** What an error body needs to know besides the error. */
export interface ErrorContext {
  readonly language: Language;
  readonly requestId: string;
  readonly timestamp: string;
}

type ErrorBody = Readonly<Record<string, unknown>>;

/** The JSON body of an error in a form. 401 and the missing ability have the Auth shape in both. */
export function presentError(form: Form, refusal: DomainError, context: ErrorContext): ErrorBody {
  const error = withFirstFields(refusal);
  if (error.code === 'UNAUTHENTICATED') return authShape('token', error, context);
  if (error.code === 'FORBIDDEN_ABILITY') return authShape('ability', error, context);
  return PRESENTERS[form](error, context);
}

/** Whoever found so many wrong fields, an answer names a hundred of them at most, and says so. */
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
