/** Seconds between attempts to send a mail: about a day in total, longer than most outages of a mail server. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600, 43_200] as const;

export interface MailFault {
  /** SMTP reply code, if the server replied. */
  readonly responseCode?: number | undefined;
  /** Error code of nodemailer. */
  readonly code?: string | undefined;
}

/** @returns seconds to wait; undefined after too many attempts, or if the recipient was rejected permanently */
export function nextAttemptIn(attempts: number, fault: MailFault): number | undefined {
  const refused = fault.code === 'EENVELOPE' && (fault.responseCode ?? 0) >= 500;
  return refused ? undefined : DELAYS[attempts - 1];
}
