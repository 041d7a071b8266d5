import { DomainError } from '../../../../common/errors';
import { type InvoiceStatus, nextStatus } from '../lifecycle';

/** What becomes of an invoice's approval steps. */
export interface StepsAfter {
  /** What is open of the round is skipped. */
  readonly ends: boolean;
  /** A round begins, if the rules ask for a step. */
  readonly begins: boolean;
}

/**
 * What a match makes of the steps of an invoice. They begin as it starts to wait for its decision and end as it no longer does;
 * one that was changed is another invoice, whose approvers are asked from the first step on.
 * @param before the invoice before the match; `currentStep` is null where no steps decide it
 * @param status to which the match leads
 */
export function stepsAfter(
  before: { readonly status: InvoiceStatus; readonly currentStep: number | null },
  status: InvoiceStatus,
  changed: boolean,
): StepsAfter {
  const waits = status === 'pending';
  return {
    ends: before.currentStep !== null && (!waits || changed),
    begins: waits && (changed || before.status !== 'pending'),
  };
}

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
