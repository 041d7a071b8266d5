import { DomainError } from '../../../../common/errors';
import { INVOICE_STATUSES } from '../lifecycle';
import { requirePapersRemovable } from './papers';

const refused = (status: (typeof INVOICE_STATUSES)[number], isDecidedOn: boolean): string | undefined => {
  try {
    requirePapersRemovable(status, isDecidedOn);
    return undefined;
  } catch (error) {
    return (error as DomainError).text.key;
  }
};

describe('the documents of an invoice', () => {
  it('are removed while it may be corrected', () => {
    expect(INVOICE_STATUSES.filter((status) => refused(status, false) === undefined)).toEqual([
      'draft',
      'submitted',
      'pending',
    ]);
  });

  it('stay once a step of the present round is approved', () => {
    expect(refused('pending', true)).toBe('invoice.papers_decided_on');
    expect(refused('approved', true)).toBe('error.invalid_status');
  });
});
