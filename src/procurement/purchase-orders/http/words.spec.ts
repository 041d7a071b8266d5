import { type DomainError, invalidField, invalidStatus, notFound } from '../../../common/errors';
import { inWords } from '../../../platform/http/errors/present';
import { ORDER_STATUSES } from '../domain/lifecycle';
import {
  APPROVAL_STATUSES,
  approvalStatus,
  FORM_B_STATUSES,
  formBStatus,
  ORDER_STATUS_WORDS,
  ORDER_WORDS_B,
  standingsFor,
  statusesFor,
} from './words';

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

describe("Form B's words for an order", () => {
  it('translate every status', () => {
    expect(ORDER_STATUSES.map(formBStatus)).toEqual(FORM_B_STATUSES);
  });

  it.each([
    ['draft', null, 'draft'],
    ['pending_approval', null, 'pending'],
    ['approved', null, 'approved'],
    ['rejected', null, 'rejected'],
    ['completed', null, 'approved'],
    ['cancelled', 'draft', 'draft'],
    ['cancelled', 'pending_approval', 'pending'],
    ['cancelled', 'approved', 'approved'],
    ['cancelled', 'rejected', 'rejected'],
  ] as const)('%s (cancelled from %s) has the approval status %s', (status, from, expected) => {
    expect(approvalStatus(status, from)).toBe(expected);
  });

  it('filters: approved finds completed orders too, every other word its own', () => {
    expect(statusesFor('approved')).toEqual(['approved', 'completed']);
    expect(statusesFor('pending')).toEqual(['pending_approval']);
    expect(statusesFor('completed')).toEqual(['completed']);
    expect(new Set(FORM_B_STATUSES.flatMap(statusesFor))).toEqual(new Set(ORDER_STATUSES));
  });

  it('filters by approval status as it is shown', () => {
    for (const filter of APPROVAL_STATUSES) {
      for (const standing of standingsFor(filter)) {
        expect(approvalStatus(standing, null)).toBe(filter);
        expect(approvalStatus('cancelled', standing)).toBe(filter);
      }
    }
    expect(new Set(APPROVAL_STATUSES.flatMap(standingsFor)).size).toBe(5);
  });
});
