import { translate } from '../common/messages';
import { isBlocked } from '../vendors';
import type { ExceptionOut } from './answers/exception';
import { nextStep, stepMessage } from './domain/approval/exceptions';
import type { WithoutOrderRule } from '../common/matching';
import type { ExceptionRow } from './entities/invoice-rows';
import { presentSummary, type Reading } from './http/present';
import { presentReason } from './approval/present';

/** An invoice that waits, why, and what would clear it. */
export function presentException(row: ExceptionRow, reading: Reading, withoutOrder: WithoutOrderRule): ExceptionOut {
  const vendorBlocked = isBlocked(row.vendor);
  const { reasons } = row.match;
  const step = nextStep({ reasons, vendorBlocked, withoutOrder });
  const { key } = stepMessage(step);
  const { id, name } = row.vendor;
  return {
    ...presentSummary({ ...row, vendor: { id, name } }, reading.today),
    submitted_at: row.submitted_at,
    vendor_blocked: vendorBlocked,
    reasons: reasons.map((reason) => presentReason(reason, reading.language)),
    next_step: { code: step, message: translate(reading.language, key) },
  };
}
