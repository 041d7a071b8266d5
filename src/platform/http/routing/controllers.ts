import { Controller, type NestInterceptor, type Type, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FormAEnvelopeInterceptor, FormBEnvelopeInterceptor } from '../forms/envelope.interceptors';
import { type FormWords, Speaks, type Vocabulary } from '../forms/form';

/**
 * A controller of a resource whose fields are the same in both forms: it answers under both prefixes.
 * @param words names of a form that differ from the rules' names
 */
export const BothForms = (path: string, tag: string, words: Vocabulary = {}): ClassDecorator =>
  resource([`v1/${path}`, `api/v1/${path}`], [FormAEnvelopeInterceptor, FormBEnvelopeInterceptor], words, tag);

/** A controller of Form A alone, with its words where it has any. */
export const FormA = (path: string, tag: string, words: FormWords = {}): ClassDecorator =>
  resource([`v1/${path}`], [FormAEnvelopeInterceptor], { a: words }, tag);

/** A controller of Form B alone, with its words where it has any. */
export const FormB = (path: string, tag: string, words: FormWords = {}): ClassDecorator =>
  resource([`api/v1/${path}`], [FormBEnvelopeInterceptor], { b: words }, tag);

function resource(paths: string[], envelopes: Type<NestInterceptor>[], words: Vocabulary, tag: string): ClassDecorator {
  return applyDecorators(Controller(paths), UseInterceptors(...envelopes), Speaks(words), ApiTags(tag));
}
