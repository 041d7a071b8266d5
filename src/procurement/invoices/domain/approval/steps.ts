import type { InvoiceStatus } from '../lifecycle';

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
