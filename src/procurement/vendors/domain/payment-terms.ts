/** Days. */
export const MAX_PAYMENT_TERMS = 365;
/** Days. */
export const DEFAULT_PAYMENT_TERMS = 30;

const IMMEDIATE = 'IMMEDIATE';
const NET = /^NET_(0|[1-9]\d{0,2})$/;

/** Days of a Form B code: `IMMEDIATE` is 0, `NET_45` is 45. Undefined for an invalid code. */
export function daysOf(code: string): number | undefined {
  if (code === IMMEDIATE) return 0;
  const days = Number(NET.exec(code)?.[1] ?? NaN);
  return days <= MAX_PAYMENT_TERMS ? days : undefined;
}

export function codeOf(days: number): string {
  return days === 0 ? IMMEDIATE : `NET_${days}`;
}
