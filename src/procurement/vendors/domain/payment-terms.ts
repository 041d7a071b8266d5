/** Longest terms, in days. */
export const MAX_PAYMENT_TERMS = 365;
/** Terms of a vendor that names none, in days. */
export const DEFAULT_PAYMENT_TERMS = 30;

const IMMEDIATE = 'IMMEDIATE';
const NET = /^NET_(0|[1-9]\d{0,2})$/;

/** Days that Form B's code stands for: `IMMEDIATE` is 0, `NET_45` is 45. Undefined for any other text. */
export function daysOf(code: string): number | undefined {
  if (code === IMMEDIATE) return 0;
  const days = Number(NET.exec(code)?.[1] ?? NaN);
  return days <= MAX_PAYMENT_TERMS ? days : undefined;
}

/** Form B's code of terms in days. */
export function codeOf(days: number): string {
  return days === 0 ? IMMEDIATE : `NET_${days}`;
}
