import { Controller, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnvelopeInterceptor } from '../forms/envelope.interceptor';
import { type FormWords, Speaks, type Vocabulary } from '../forms/form';

/**
 * A controller of a resource whose fields are the same in both forms: it answers under both prefixes.
 * @param words names of a form that differ from the rules' names
 */
export const BothForms = (path: string, tag: string, words: Vocabulary = {}): ClassDecorator =>
  resource([`v1/${path}`, `api/v1/${path}`], words, tag);

/** A controller of Form A alone, with its words where it has any. */
export const FormA = (path: string, tag: string, words: FormWords = {}): ClassDecorator =>
  resource([`v1/${path}`], { a: words }, tag);

/** A controller of Form B alone, with its words where it has any. */
export const FormB = (path: string, tag: string, words: FormWords = {}): ClassDecorator =>
  resource([`api/v1/${path}`], { b: words }, tag);

function resource(paths: string[], words: Vocabulary, tag: string): ClassDecorator {
  return applyDecorators(Controller(paths), UseInterceptors(EnvelopeInterceptor), Speaks(words), ApiTags(tag));
}
