import { DomainError, invalid, invalidField, invalidStatus } from '../../../common/errors';
import type { FormWords } from '../request/form';
import { InputError } from '../../validation';
import { inWords, presentError } from './present';

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

it('a refusal names each field, with its messages', () => {
  expect(presentError('a', wrong(2), context)).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      message: 'The given data was invalid.',
      details: { 'items.0.id': ['Must be a positive integer.'], 'items.1.id': ['Must be a positive integer.'] },
    },
  });
});

it.each(['a', 'b'] as const)('a refusal links the page about its code (Form %s)', (form) => {
  const refused = presentError(form, wrong(1), context);
  expect(refused).toMatchObject({ error: { doc_url: 'https://api.example/docs/errors/VALIDATION_ERROR' } });
});

it.each([
  [new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' }), 'token'],
  [new DomainError('FORBIDDEN_ABILITY', { key: 'error.forbidden', params: { ability: 'write' } }), 'ability'],
])('a refusal in the Auth shape has nothing but a message and errors', (refused, member) => {
  for (const form of ['a', 'b'] as const) {
    const body = presentError(form, refused, context);
    expect(body).toEqual({ message: expect.any(String), errors: { [member]: [expect.any(String)] } });
  }
});

it.each(['a', 'b'] as const)(
  'a refusal names a hundred fields at most, and says so when there are more (Form %s)',
  (form) => {
    const inFull = JSON.stringify(presentError(form, wrong(100), context));
    expect(inFull).toContain('items.99.id');
    expect(inFull).toContain('The given data was invalid."');
    const cut = JSON.stringify(presentError(form, wrong(101), context));
    expect(cut).toContain('items.99.id');
    expect(cut).not.toContain('items.100.id');
    expect(cut).toContain('Only the first 100 fields are listed.');
  },
);

const WORDS: FormWords = {
  fields: { items: 'lines', vat_rate: 'vat_percentage' },
  statuses: { blacklisted: 'blocked' },
  details: ({ code }, language) => (code === 'INVOICE_NOT_MATCHED' ? { said_in: language } : undefined),
};

describe('a refusal in the words of a form', () => {
  it('names fields as the form does, at every level of a path', () => {
    const refused = inWords(invalidField('items.0.vat_rate', 'validation.id'), WORDS, 'en');
    expect(refused.extras.fields).toEqual({ 'lines.0.vat_percentage': [{ key: 'validation.id' }] });
  });

  it('leaves the fields that the request itself named: a form may call another field what the rules call this one', () => {
    const refused = new InputError('body', { items: [{ key: 'validation.unknown_field' }] });
    expect(inWords(refused, WORDS, 'en')).toBe(refused);
  });

  it('names statuses as the form does, and two that the form calls alike only once', () => {
    const refused = inWords(
      invalidStatus('blacklisted', 'activate', ['blocked', 'blacklisted', 'active']),
      WORDS,
      'en',
    );
    expect(refused.text.params).toEqual({ status: 'blocked', action: 'activate', allowed: 'blocked, active' });
    expect(refused.extras.details).toEqual({ status: 'blocked', allowed_statuses: ['blocked', 'active'] });
  });

  it('says that no status would do as the rules do', () => {
    const refused = inWords(invalidStatus('blacklisted', 'activate', []), WORDS, 'en');
    expect(refused.text.params).toMatchObject({ allowed: '-' });
  });

  it('touches statuses in an INVALID_STATUS alone', () => {
    const other = new DomainError('VENDOR_BLOCKED', { key: 'error.not_found' }, { details: { status: 'blacklisted' } });
    expect(inWords(other, WORDS, 'en')).toBe(other);
  });

  it("makes the details that need the caller's language", () => {
    const refused = new DomainError('INVOICE_NOT_MATCHED', { key: 'invoice.not_matched' }, { retryAfter: 1 });
    expect(inWords(refused, WORDS, 'ar').extras).toMatchObject({ details: { said_in: 'ar' }, retryAfter: 1 });
  });

  it('is the refusal itself where a controller has no words of its own', () => {
    const refused = invalidField('items', 'validation.id');
    expect(inWords(refused, undefined, 'en')).toBe(refused);
    expect(inWords(refused, {}, 'en')).toBe(refused);
  });
});
