import { type DomainError, invalidField, invalidStatus, notFound } from '../../../common/errors';
import { inWords } from '../../../http/errors/present';
import { ORDER_STATUS_WORDS, ORDER_WORDS_B } from './words';

const inFormB = (error: DomainError): DomainError => inWords(error, ORDER_WORDS_B, 'en');

describe("Form B's words in a refusal", () => {
  it.each([
    ['items', 'lines'],
    ['items.2.vat_rate', 'lines.2.vat_percentage'],
    ['items.0.description', 'lines.0.description'],
    ['notes', 'description'],
    ['expected_delivery_date', 'required_date'],
    ['attachments.1.url', 'documents.1.url'],
    ['vendor_id', 'vendor_id'],
  ])('%s is %s', (path, expected) => {
    const refused = inFormB(invalidField(path, 'purchase_order.last_item'));
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      extras: { fields: { [expected]: [{ key: 'purchase_order.last_item' }] } },
    });
  });

  it("name statuses as the order's own answers do", () => {
    expect(inFormB(invalidStatus('pending_approval', 'close', ['approved']))).toMatchObject({
      code: 'INVALID_STATUS',
      text: { key: 'error.invalid_status', params: { status: 'pending', action: 'close', allowed: 'approved' } },
      extras: { details: { status: 'pending', allowed_statuses: ['approved'] } },
    });
    expect(inFormB(invalidStatus('draft', 'approve', ['pending_approval', 'rejected']))).toMatchObject({
      text: { params: { allowed: 'pending, rejected' } },
      extras: { details: { allowed_statuses: ['pending', 'rejected'] } },
    });
  });

  it('name statuses alone where the fields are the same in both forms, and nothing in Form A', () => {
    const field = invalidField('items', 'purchase_order.last_item');
    expect(inWords(field, ORDER_STATUS_WORDS.b, 'en')).toBe(field);
    const status = invalidStatus('pending_approval', 'receive', ['approved']);
    expect(inWords(status, ORDER_STATUS_WORDS.b, 'en').extras.details).toMatchObject({ status: 'pending' });
    expect(inWords(status, ORDER_STATUS_WORDS.a, 'en')).toBe(status);
  });

  it('leave every other refusal as it is', () => {
    const other = notFound();
    expect(inFormB(other)).toBe(other);
  });
});
