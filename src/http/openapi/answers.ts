import { HttpCode, Type, applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../../common/errors';
import { Produces } from '../routing/content';
import { TakesSearchTurns } from '../turns';

/** How an answer is wrapped; `buildDocuments` turns it into each form's envelope. */
export type Wrapping = 'single' | 'list' | 'none';

export const WRAPPING = 'x-wrapping';
export const RULE_CODES = 'x-rule-codes';

interface AnswerOptions {
  /** One line for the list of operations. */
  readonly summary: string;
  /** Markdown: the details. */
  readonly description?: string;
  readonly status?: 200 | 201 | 202;
  /** The list also comes as CSV, by `Accept: text/csv`; see `csvFile`. */
  readonly csv?: boolean;
  /** The rules' own error codes that this operation can answer with. */
  readonly codes?: readonly ErrorCode[];
}

function answers(wrapping: Wrapping, schema: object, options: AnswerOptions, models: Type[]): MethodDecorator {
  const { summary, description, status = 200, codes = [], csv = false } = options;
  const content = { 'application/json': { schema }, ...(csv ? { 'text/csv': { schema: { type: 'string' } } } : {}) };
  return applyDecorators(
    ...(csv ? [Produces('text/csv')] : []),
    HttpCode(status),
    ApiExtraModels(...models),
    ApiOperation({
      summary,
      ...(description ? { description } : {}),
      ...({ [WRAPPING]: wrapping, [RULE_CODES]: codes } as object),
    }),
    ApiResponse({ status, description: status === 201 ? 'Created.' : 'Success.', content }),
  );
}

/** One record inside the form's envelope. */
export const Answers = (type: Type, options: AnswerOptions): MethodDecorator =>
  answers('single', { $ref: getSchemaPath(type) }, options, [type]);

/** A page of records inside the form's list envelope. Where the list is searched, tenants take turns for it. */
export const AnswersPage = (type: Type, options: AnswerOptions): MethodDecorator =>
  applyDecorators(TakesSearchTurns(), answers('list', { $ref: getSchemaPath(type) }, options, [type]));

/** `data: null` inside the form's envelope. */
export const AnswersNull = (options: AnswerOptions): MethodDecorator =>
  answers('single', { type: 'null' }, options, []);

/** 204, no body. */
export const AnswersNothing = (options: Omit<AnswerOptions, 'status'>): MethodDecorator =>
  applyDecorators(
    HttpCode(204),
    ApiOperation({
      summary: options.summary,
      ...(options.description ? { description: options.description } : {}),
      ...({ [WRAPPING]: 'none', [RULE_CODES]: options.codes ?? [] } as object),
    }),
    ApiResponse({ status: 204, description: 'Done; no body.' }),
  );

/** A file, whatever `Accept` says. */
export const AnswersFile = (mediaType: string, options: Omit<AnswerOptions, 'status'>): MethodDecorator =>
  applyDecorators(
    Produces('any'),
    ApiOperation({
      summary: options.summary,
      ...(options.description ? { description: options.description } : {}),
      ...({ [WRAPPING]: 'none', [RULE_CODES]: options.codes ?? [] } as object),
    }),
    ApiResponse({
      status: 200,
      description: 'The file.',
      content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
    }),
  );
