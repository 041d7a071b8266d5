import { DomainError, type ErrorCode } from '../../../../common/errors';
import type { Language } from '../../../../common/messages';
import type { Form } from '../../forms/form';
import { presentError } from '../present';
import { ERROR_PAGES } from './index';

/** The body that an error of this code is answered with, in its form and language. */
export function exampleBody(form: Form, code: ErrorCode, language: Language = 'en'): object {
  const { fields, details, ...text } = ERROR_PAGES[code].example;
  const extras = { ...(fields ? { fields } : {}), ...(details ? { details } : {}) };
  return presentError(form, new DomainError(code, text, extras), {
    language,
    requestId: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
    timestamp: '2026-11-21T09:30:00.000Z',
    docs: 'https://api.example/docs',
  });
}
