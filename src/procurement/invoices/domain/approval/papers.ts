import { DomainError } from '../../../../common/errors';
import { type InvoiceStatus, nextStatus } from '../lifecycle';

/**
 * Documents are removed while an invoice may be corrected. Once somebody has approved a step of the present round they stay: nobody
 * would be asked anew about the papers that are left.
 * @param isDecidedOn whether somebody approved a step of the present round
 * @throws DomainError INVALID_STATUS
 */
export function requirePapersRemovable(status: InvoiceStatus, isDecidedOn: boolean): void {
  nextStatus(status, 'update');
  if (!isDecidedOn) return;
  throw new DomainError(
    'INVALID_STATUS',
    { key: 'invoice.papers_decided_on' },
    { details: { status, allowed_statuses: ['draft', 'submitted'] } },
  );
}
