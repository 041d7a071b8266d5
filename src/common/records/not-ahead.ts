import { invalidField } from '../errors';

/** How far ahead something may be said to have happened: clocks and time zones differ, by no more than a day. */
const AHEAD_MS = 24 * 3_600_000;

/**
 * What is still to come has not happened: goods are not received and money is not paid then.
 * @throws DomainError VALIDATION_ERROR on the field when the instant lies more than a day ahead
 */
export function requireNotAhead(field: string, at: Date | undefined, now: Date): void {
  if (at && at.getTime() - now.getTime() > AHEAD_MS) throw invalidField(field, 'validation.too_far_ahead');
}
