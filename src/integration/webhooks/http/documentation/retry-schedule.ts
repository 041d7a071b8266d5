const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
] as const;

/** When a delivery that was not received is tried again, in words: what `WEBHOOK_RETRY_DELAYS` says. */
export function retrySchedule(delays: readonly number[]): string {
  const spans = delays.map(spanOf);
  const last = spans.pop() ?? '';
  const all = spans.length > 0 ? `${spans.join(', ')} and ${last}` : last;
  return `tried again ${times(delays.length)}, after about ${all}, each a fifth either way`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** `300 s`; of an hour and more what it is in hours or days too. */
function spanOf(seconds: number): string {
  const text = `${seconds.toLocaleString('en')} s`;
  const [size, unit] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? [];
  if (size === undefined) return text;
  const count = seconds / size;
  return `${text} (${count} ${unit}${count === 1 ? '' : 's'})`;
}
