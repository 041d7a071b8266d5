import { DomainError, invalid, invalidField, invalidStatus } from '../../../common/errors';
import type { FieldAliases } from '../request/form';
import { InputError } from '../../validation';
import { withAliases, toErrorResponse } from './present';

const context = {
  language: 'en',
  requestId: 'r',
  timestamp: '2026-03-10T09:00:00.000Z',
  docs: 'https://api.example/docs',
} as const;
const wrong = (count: number): ReturnType<typeof invalid> =>
  invalid(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`items.${String(at)}.id`, [{ key: 'validation.id' }]]),
    ),
  );

it('an error lists each invalid field with its messages', () => {
  expect(toErrorResponse('a', wrong(2), context)).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      message: 'The given data was invalid.',
      details: { 'items.0.id': ['Must be a positive integer.'], 'items.1.id': ['Must be a positive integer.'] },
    },
  });
});

it.each(['a', 'b'] as const)('an error links the page of its code (Form %s)', (form) => {
  const refused = toErrorResponse(form, wrong(1), context);
  expect(refused).toMatchObject({ error: { doc_url: 'https://api.example/docs/errors/VALIDATION_ERROR' } });
});

it.each([
  [new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' }), 'token'],
  [new DomainError('FORBIDDEN_ABILITY', { key: 'error.forbidden', params: { ability: 'write' } }), 'ability'],
])('an error in the Auth shape contains only a message and errors', (refused, member) => {
  for (const form of ['a', 'b'] as const) {
    const body = toErrorResponse(form, refused, context);
    expect(body).toEqual({ message: expect.any(String), errors: { [member]: [expect.any(String)] } });
  }
});

it.each(['a', 'b'] as const)(
  'an error lists at most a hundred fields, and states that there are more (Form %s)',
  (form) => {
    const inFull = JSON.stringify(toErrorResponse(form, wrong(100), context));
    expect(inFull).toContain('items.99.id');
    expect(inFull).toContain('The given data was invalid."');
    const cut = JSON.stringify(toErrorResponse(form, wrong(101), context));
    expect(cut).toContain('items.99.id');
    expect(cut).not.toContain('items.100.id');
    expect(cut).toContain('Only the first 100 fields are listed.');
  },
);

const WORDS: FieldAliases = {
  fields: { items: 'lines', vat_rate: 'vat_percentage' },
  statuses: { blacklisted: 'blocked' },
  details: ({ code }, language) => (code === 'INVOICE_NOT_MATCHED' ? { said_in: language } : undefined),
};

describe('an error in the terms of a form', () => {
  it("uses the form's field names, at every level of a path", () => {
    const refused = withAliases(invalidField('items.0.vat_rate', 'validation.id'), WORDS, 'en');
    expect(refused.extras.fields).toEqual({ 'lines.0.vat_percentage': [{ key: 'validation.id' }] });
  });

  it('retains field names that come from the request: a form may use one name for another field', () => {
    const refused = new InputError('body', { items: [{ key: 'validation.unknown_field' }] });
    expect(withAliases(refused, WORDS, 'en')).toBe(refused);
  });

  it("uses the form's names of statuses, each only once", () => {
    const refused = withAliases(
      invalidStatus('blacklisted', 'activate', ['blocked', 'blacklisted', 'active']),
      WORDS,
      'en',
    );
    expect(refused.text.params).toEqual({ status: 'blocked', action: 'activate', allowed: 'blocked, active' });
    expect(refused.extras.details).toEqual({ status: 'blocked', allowed_statuses: ['blocked', 'active'] });
  });

  it('shows that no status permits the action, like the original error', () => {
    const refused = withAliases(invalidStatus('blacklisted', 'activate', []), WORDS, 'en');
    expect(refused.text.params).toMatchObject({ allowed: '-' });
  });

  it('translates statuses only in INVALID_STATUS', () => {
    const other = new DomainError('VENDOR_BLOCKED', { key: 'error.not_found' }, { details: { status: 'blacklisted' } });
    expect(withAliases(other, WORDS, 'en')).toBe(other);
  });

  it("adds details that depend on the caller's language", () => {
    const refused = new DomainError('INVOICE_NOT_MATCHED', { key: 'invoice.not_matched' }, { retryAfter: 1 });
    expect(withAliases(refused, WORDS, 'ar').extras).toMatchObject({ details: { said_in: 'ar' }, retryAfter: 1 });
  });

  it('is unchanged if a controller has no terms for the form', () => {
    const refused = invalidField('items', 'validation.id');
    expect(withAliases(refused, undefined, 'en')).toBe(refused);
    expect(withAliases(refused, {}, 'en')).toBe(refused);
  });
});
