import { DomainError, invalidField, invalidStatus, notFound } from '../../../common/errors';
import { formBPath, inFormBWords } from './field-names';

describe("Form B's words in a refusal", () => {
  it.each([
    ['items', 'lines'],
    ['items.2.vat_rate', 'lines.2.vat_percentage'],
    ['items.0.description', 'lines.0.description'],
    ['notes', 'description'],
    ['expected_delivery_date', 'required_date'],
    ['vendor_id', 'vendor_id'],
  ])('%s is %s', (path, expected) => expect(formBPath(path)).toBe(expected));

  it('renames the fields and keeps everything else', async () => {
    const refused = inFormBWords(Promise.reject(invalidField('items', 'purchase_order.last_item')));
    await expect(refused).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      extras: { fields: { lines: [{ key: 'purchase_order.last_item' }] } },
    });
  });

  it("names statuses as the order's own answers do", async () => {
    const refused = inFormBWords(Promise.reject(invalidStatus('pending_approval', 'close', ['approved'])));
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_STATUS',
      text: { key: 'error.invalid_status', params: { status: 'pending', action: 'close', allowed: 'approved' } },
      extras: { details: { status: 'pending', allowed_statuses: ['approved'] } },
    });
    const wanted = inFormBWords(Promise.reject(invalidStatus('draft', 'approve', ['pending_approval'])));
    await expect(wanted).rejects.toMatchObject({
      text: { params: { allowed: 'pending' } },
      extras: { details: { allowed_statuses: ['pending'] } },
    });
  });

  it('lets everything else through', async () => {
    const other = notFound();
    await expect(inFormBWords(Promise.reject(other))).rejects.toBe(other);
    await expect(inFormBWords(Promise.reject(new Error('x')))).rejects.not.toBeInstanceOf(DomainError);
    await expect(inFormBWords(Promise.resolve(7))).resolves.toBe(7);
  });
});
