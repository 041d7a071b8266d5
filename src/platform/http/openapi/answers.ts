import { HttpCode, Type, applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { type AnswerMessages, ResponseMessage } from '../forms/envelope.interceptor';
import { type PerForm, perForm, schemaPerForm } from '../request/form';
import { NDJSON } from '../forms/files';
import { Produces } from '../routing/parameters';
import { TakesSearchTurns } from '../turns/turns.interceptor';

/** How a response is wrapped; `buildDocuments` adds each form's envelope. */
export type Wrapping = 'single' | 'list' | 'feed' | 'none';

export const WRAPPING = 'x-wrapping';
export const RULE_CODES = 'x-rule-codes';
export const MESSAGES = 'x-messages';
/** The response class of an operation, or one for each form if their fields differ. */
export type AnswerType = Type | PerForm<Type>;

interface AnswerOptions {
  readonly summary: string;
  /** Markdown. */
  readonly description?: string | PerForm<string>;
  readonly status?: 200 | 201 | 202;
  readonly message?: MessageKey;
  /** For an operation that also creates the record: it then answers 201 with this message. */
  readonly orCreates?: MessageKey;
  /** By `Accept: text/csv`; see `csvFile`. */
  readonly csv?: boolean;
  /** By `Accept: application/x-ndjson`; see `ndjsonFile`. */
  readonly ndjson?: boolean;
  /** Error codes of domain rules that this operation can return. */
  readonly codes?: readonly ErrorCode[];
}

function answers(wrapping: Wrapping, type: AnswerType | null, options: AnswerOptions): MethodDecorator {
  const { status = 200, orCreates, csv = false, ndjson = false } = options;
  const messages = messagesOf(options);
  const models = type === null ? [] : typeof type === 'function' ? [type] : [type.a, type.b];
  const schema = schemaOf(type);
  const types = [...(csv ? ['text/csv'] : []), ...(ndjson ? [NDJSON] : [])];
  const files = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  const content = { 'application/json': { schema }, ...files };
  return applyDecorators(
    ...(types.length > 0 ? [Produces(...types)] : []),
    HttpCode(status),
    ResponseMessage(messages),
    ApiExtraModels(...models),
    operation(wrapping, options, messages),
    ApiResponse({ status, description: status === 201 ? 'Created.' : 'Success.', content }),
    ...(orCreates ? [ApiResponse({ status: 201, description: 'Created.', content })] : []),
  );
}

const messagesOf = ({ status = 200, message, orCreates }: AnswerOptions): AnswerMessages => ({
  ...(message ? { [status]: message } : {}),
  ...(orCreates ? { 201: orCreates } : {}),
});

const operation = (
  wrapping: Wrapping,
  { summary, description, codes = [] }: Omit<AnswerOptions, 'status'>,
  messages: AnswerMessages = {},
): MethodDecorator =>
  ApiOperation({
    summary,
    ...((description
      ? { description: typeof description === 'string' ? description : perForm(description) }
      : {}) as object),
    ...({ [WRAPPING]: wrapping, [RULE_CODES]: codes, [MESSAGES]: messages } as object),
  });

function schemaOf(type: AnswerType | null): object {
  if (type === null) return { type: 'null' };
  return typeof type === 'function' ? { $ref: getSchemaPath(type) } : schemaPerForm(type);
}

export const Answers = (type: AnswerType, options: AnswerOptions): MethodDecorator => answers('single', type, options);

/** Searches wait for their tenant's turn. */
export const AnswersPage = (type: AnswerType, options: AnswerOptions): MethodDecorator =>
  applyDecorators(TakesSearchTurns(), answers('list', type, options));

export const AnswersFeed = (type: AnswerType, options: AnswerOptions): MethodDecorator =>
  answers('feed', type, options);

export const AnswersNull = (options: AnswerOptions): MethodDecorator => answers('single', null, options);

export const AnswersNothing = (options: Omit<AnswerOptions, 'status'>): MethodDecorator =>
  applyDecorators(
    HttpCode(204),
    operation('none', options),
    ApiResponse({ status: 204, description: 'Success, no body.' }),
  );

/** Independent of `Accept`. */
export const AnswersFile = (mediaType: string, options: Omit<AnswerOptions, 'status'>): MethodDecorator =>
  applyDecorators(
    Produces('any'),
    operation('none', options),
    ApiResponse({
      status: 200,
      description: 'The file.',
      content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
    }),
  );
