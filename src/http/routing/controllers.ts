import { Controller, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FormAEnvelopeInterceptor, FormBEnvelopeInterceptor } from '../forms/envelope.interceptors';
import { type FormWords, Speaks, type Vocabulary } from '../forms/form';

/**
 * A controller of a resource whose fields are the same in both forms: it answers under both prefixes.
 * @param words names of a form that differ from the rules' names
 */
export const BothForms = (path: string, tag: string, words: Vocabulary = {}): ClassDecorator =>
  applyDecorators(
    Controller([`v1/${path}`, `api/v1/${path}`]),
    UseInterceptors(FormAEnvelopeInterceptor, FormBEnvelopeInterceptor),
    Speaks(words),
    ApiTags(tag),
  );

/** A controller of Form A alone, with its words where it has any. */
export const FormA = (path: string, tag: string, words: FormWords = {}): ClassDecorator =>
  applyDecorators(
    Controller(`v1/${path}`),
    UseInterceptors(FormAEnvelopeInterceptor),
    Speaks({ a: words }),
    ApiTags(tag),
  );

/** A controller of Form B alone, with its words where it has any. */
export const FormB = (path: string, tag: string, words: FormWords = {}): ClassDecorator =>
  applyDecorators(
    Controller(`api/v1/${path}`),
    UseInterceptors(FormBEnvelopeInterceptor),
    Speaks({ b: words }),
    ApiTags(tag),
  );
