import { HttpCode, Type, applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { type AnswerMessages, Says } from '../forms/envelope.interceptor';
import { type PerForm, perForm, schemaPerForm } from '../request/form';
import { NDJSON } from '../forms/files';
import { Produces } from '../routing/parameters';
import { TakesSearchTurns } from '../turns/turns.interceptor';

/** How an answer is wrapped; `buildDocuments` turns it into each form's envelope. */
export type Wrapping = 'single' | 'list' | 'feed' | 'none';

export const WRAPPING = 'x-wrapping';
export const RULE_CODES = 'x-rule-codes';
/** What an answer says in Form B, by its status. */
export const MESSAGES = 'x-messages';
/** What an operation under both prefixes answers with: one class, or one for each form where their fields differ. */
export type AnswerType = Type | PerForm<Type>;

interface AnswerOptions {
  /** One line for the list of operations. */
  readonly summary: string;
  /** Markdown: the details. */
  readonly description?: string | PerForm<string>;
  readonly status?: 200 | 201 | 202;
  /** What was done, in a sentence that Form B shows. */
  readonly message?: MessageKey;
  /** It creates what it does not find, then answers 201 with the same body, and says this. */
  readonly orCreates?: MessageKey;
  /** The list also comes as CSV, by `Accept: text/csv`; see `csvFile`. */
  readonly csv?: boolean;
  /** It also comes as a JSON object a line, by `Accept: application/x-ndjson`; see `ndjsonFile`. */
  readonly ndjson?: boolean;
  /** The rules' own error codes that this operation can answer with. */
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
    Says(messages),
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

/** One record inside the form's envelope. */
export const Answers = (type: AnswerType, options: AnswerOptions): MethodDecorator => answers('single', type, options);

/** A page of records, by its number or by a cursor, inside the form's list envelope. Where the list is searched, tenants take turns for it. */
export const AnswersPage = (type: AnswerType, options: AnswerOptions): MethodDecorator =>
  applyDecorators(TakesSearchTurns(), answers('list', type, options));

/** Part of a list that never ends; see `FeedPart`. */
export const AnswersFeed = (type: AnswerType, options: AnswerOptions): MethodDecorator =>
  answers('feed', type, options);

/** `data: null` inside the form's envelope. */
export const AnswersNull = (options: AnswerOptions): MethodDecorator => answers('single', null, options);

/** 204, no body. */
export const AnswersNothing = (options: Omit<AnswerOptions, 'status'>): MethodDecorator =>
  applyDecorators(
    HttpCode(204),
    operation('none', options),
    ApiResponse({ status: 204, description: 'Done; no body.' }),
  );

/** A file, whatever `Accept` says. */
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
