import { type DomainError, invalidField, invalidStatus, notFound } from '../../../common/errors';
import { withAliases } from '../../../platform/http/errors/present';
import { ORDER_STATUSES } from '../domain/lifecycle';
import {
  APPROVAL_STATUSES,
  approvalStatus,
  FORM_B_STATUSES,
  formBStatus,
  ORDER_STATUS_ALIASES,
  ORDER_ALIASES_B,
  approvedStatusesFor,
  statusesFor,
} from './aliases';

const inFormB = (error: DomainError): DomainError => withAliases(error, ORDER_ALIASES_B, 'en');

describe('Form B words in an error', () => {
  it.each([
    ['items', 'lines'],
    ['items.2.vat_rate', 'lines.2.vat_percentage'],
    ['items.0.description', 'lines.0.description'],
    ['notes', 'description'],
    ['expected_delivery_date', 'required_date'],
    ['attachments.1.url', 'documents.1.url'],
    ['vendor_id', 'vendor_id'],
  ])('renames the field %s to %s', (path, expected) => {
    const refused = inFormB(invalidField(path, 'purchase_order.last_item'));
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      extras: { fields: { [expected]: [{ key: 'purchase_order.last_item' }] } },
    });
  });

  it('renames statuses as in the response of an order', () => {
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

  it('renames only statuses where both forms share field names, and nothing in Form A', () => {
    const field = invalidField('items', 'purchase_order.last_item');
    expect(withAliases(field, ORDER_STATUS_ALIASES.b, 'en')).toBe(field);
    const status = invalidStatus('pending_approval', 'receive', ['approved']);
    expect(withAliases(status, ORDER_STATUS_ALIASES.b, 'en').extras.details).toMatchObject({ status: 'pending' });
    expect(withAliases(status, ORDER_STATUS_ALIASES.a, 'en')).toBe(status);
  });

  it('leaves every other error unchanged', () => {
    const other = notFound();
    expect(inFormB(other)).toBe(other);
  });
});

describe('Form B words of an order', () => {
  it('cover every status', () => {
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
  ] as const)('give %s (cancelled from %s) the approval status %s', (status, from, expected) => {
    expect(approvalStatus(status, from)).toBe(expected);
  });

  it('find completed orders with the filter approved; every other filter finds its own status', () => {
    expect(statusesFor('approved')).toEqual(['approved', 'completed']);
    expect(statusesFor('pending')).toEqual(['pending_approval']);
    expect(statusesFor('completed')).toEqual(['completed']);
    expect(new Set(FORM_B_STATUSES.flatMap(statusesFor))).toEqual(new Set(ORDER_STATUSES));
  });

  it('filter by the approval status of the response', () => {
    for (const filter of APPROVAL_STATUSES) {
      for (const standing of approvedStatusesFor(filter)) {
        expect(approvalStatus(standing, null)).toBe(filter);
        expect(approvalStatus('cancelled', standing)).toBe(filter);
      }
    }
    expect(new Set(APPROVAL_STATUSES.flatMap(approvedStatusesFor)).size).toBe(5);
  });
});
