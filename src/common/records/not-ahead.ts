import { invalidField } from '../errors';

/** The tolerance for times in the future, because clocks and time zones differ by at most a day. */
const AHEAD_MS = 24 * 3_600_000;

/**
 * Rejects a time in the future for something that has happened, such as a receipt or a payment.
 * @throws DomainError VALIDATION_ERROR on the field when the time is more than a day ahead
 */
export function requireNotAhead(field: string, at: Date | undefined, now: Date): void {
  if (at && at.getTime() - now.getTime() > AHEAD_MS) throw invalidField(field, 'validation.too_far_ahead');
}
