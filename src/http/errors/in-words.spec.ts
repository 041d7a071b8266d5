import { DomainError, invalidField, invalidStatus } from '../../common/errors';
import type { FormWords } from '../forms/form';
import { inWords } from './in-words';
import { InputError } from './input-error';

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
