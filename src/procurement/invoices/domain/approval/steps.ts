import { DomainError } from '../../../../common/errors';
import { type InvoiceStatus, nextStatus } from '../lifecycle';

/**
 * Steps start when the invoice becomes pending and end when it is no longer pending. After a change of a pending
 * invoice the round starts again. `currentStep` is null if no steps decide the invoice. `begins`: a round starts if the
 * rules require a step.
 */
export function stepsAfter(
  before: { readonly status: InvoiceStatus; readonly currentStep: number | null },
  status: InvoiceStatus,
  changed: boolean,
): { readonly ends: boolean; readonly begins: boolean } {
  const waits = status === 'pending';
  return {
    ends: before.currentStep !== null && (!waits || changed),
    begins: waits && (changed || before.status !== 'pending'),
  };
}

/**
 * Documents can be removed while an invoice can be updated, until a step of the current round is approved: a removal
 * does not start the round again.
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
