import { DEFAULT_RETRY_DELAYS, type Environment } from '../../../../platform/config';

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
] as const;

/** The retries of `WEBHOOK_RETRY_DELAYS` in words. */
export function retrySchedule(delays: readonly number[]): string {
  const spans = delays.map(spanOf);
  const last = spans.pop() ?? '';
  const all = spans.length > 0 ? `${spans.join(', ')} and ${last}` : last;
  return `retried ${times(delays.length)}, after about ${all}, each varied by up to 20 %`;
}

/** An OpenAPI document, which states the default retries, with the retries of this installation. */
export function withRetries(
  document: string,
  { WEBHOOK_RETRY_DELAYS }: Pick<Environment, 'WEBHOOK_RETRY_DELAYS'>,
): string {
  return document.replaceAll(retrySchedule(DEFAULT_RETRY_DELAYS), retrySchedule(WEBHOOK_RETRY_DELAYS));
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** For example `300 s`; from one hour on also in hours or days. */
function spanOf(seconds: number): string {
  const text = `${seconds.toLocaleString('en')} s`;
  const [size, unit] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? [];
  if (size === undefined) return text;
  const count = seconds / size;
  return `${text} (${count} ${unit}${count === 1 ? '' : 's'})`;
}
