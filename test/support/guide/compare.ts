import type { Shown } from './samples';

/** Values that differ between runs, each with its mask. */
const MASKS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\bpst_[\w-]+/g, '<token>'],
  [/whsec_[\w+/=]+/g, '<secret>'],
  [/https?:\/\/127\.0\.0\.1:\d+/g, '<service>'],
  [/\b20[2-9]\d\b/g, '<year>'],
];

/** A text with masks for times, days, years, generated ids, secrets and the address of the service. */
const masked = (text: string): string =>
  MASKS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text.trim());

/** The differences between the answer in the guide and the real one. A JSON answer may omit fields; `"..."` ends a shortened list. */
export function differences(shown: Shown, real: string): readonly string[] {
  if (shown.kind === 'text') {
    return masked(shown.text) === masked(real) ? [] : [`shown:\n${masked(shown.text)}\nwritten:\n${masked(real)}`];
  }
  try {
    return differ('', JSON.parse(shown.text), JSON.parse(real));
  } catch (error) {
    return [`${String(error)}: ${real.slice(0, 500)}`];
  }
}

function differ(path: string, shown: unknown, real: unknown): readonly string[] {
  if (Array.isArray(shown)) return Array.isArray(real) ? differInList(path, shown, real) : [`${path}: no list`];
  if (typeof shown === 'object' && shown !== null) {
    if (typeof real !== 'object' || real === null) return [`${path}: ${JSON.stringify(real)} is no object`];
    return Object.entries(shown).flatMap(([key, value]) =>
      key in real
        ? differ(`${path}/${key}`, value, (real as Record<string, unknown>)[key])
        : [`${path}/${key} is not in ${JSON.stringify(real).slice(0, 600)}`],
    );
  }
  const [one, other] = [masked(String(shown)), masked(String(real))];
  return one === other && typeof shown === typeof real ? [] : [`${path}: shown ${one}, really ${other}`];
}

function differInList(path: string, shown: readonly unknown[], real: readonly unknown[]): readonly string[] {
  const isShortened = shown.at(-1) === '...';
  const entries = isShortened ? shown.slice(0, -1) : shown;
  if (isShortened ? entries.length >= real.length : entries.length !== real.length) {
    return [`${path}: ${entries.length} shown, really ${real.length}`];
  }
  return entries.flatMap((entry, at) => differ(`${path}/${at}`, entry, real[at]));
}
