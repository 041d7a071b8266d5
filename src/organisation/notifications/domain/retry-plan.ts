/** Seconds between attempts to hand a mail over: about a day in all, longer than most outages of a mail server. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600, 43_200] as const;

/** Why a mail could not be handed over. */
export interface MailFault {
  /** The server's reply code of SMTP, where it replied. */
  readonly responseCode?: number | undefined;
  /** nodemailer's class of the fault. */
  readonly code?: string | undefined;
}

/**
 * How long to wait before the next attempt.
 * @param attempts those made so far
 * @returns seconds; undefined when there is none: too many, or the server refuses this recipient for good
 */
export function nextAttemptIn(attempts: number, fault: MailFault): number | undefined {
  const refused = fault.code === 'EENVELOPE' && (fault.responseCode ?? 0) >= 500;
  return refused ? undefined : DELAYS[attempts - 1];
}
