import { Controller, SetMetadata, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnvelopeInterceptor } from '../forms/envelope.interceptor';
import { VOCABULARY, type Vocabulary } from '../request/form';

/**
 * A controller of a resource: it answers under the prefixes of both forms.
 * @param words names of a form that differ from the rules' names
 */
export const BothForms = (path: string, tag: string, words: Vocabulary = {}): ClassDecorator =>
  applyDecorators(
    Controller([`v1/${path}`, `api/v1/${path}`]),
    UseInterceptors(EnvelopeInterceptor),
    SetMetadata(VOCABULARY, words),
    ApiTags(tag),
  );
