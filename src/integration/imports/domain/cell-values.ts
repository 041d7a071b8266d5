import type { DateFormat, Reading } from './reading';

type NumberMarks = Pick<Reading, 'decimal' | 'thousands'>;

const DECIMAL = { point: '\\.', comma: ',' } as const;
const GROUP = { comma: ',', dot: '\\.', space: '[ \\u00a0\\u2009\\u202f]' } as const;

const patterns = new Map<string, RegExp>();

function patternOf({ decimal, thousands }: NumberMarks): RegExp {
  const key = `${decimal} ${thousands ?? ''}`;
  const known = patterns.get(key);
  if (known) return known;
  const grouped = thousands ? `|\\d{1,3}(?:${GROUP[thousands]}\\d{3}){1,4}` : '';
  const pattern = new RegExp(`^(-?)(\\d{1,15}${grouped})(?:${DECIMAL[decimal]}(\\d{1,10}))?$`);
  patterns.set(key, pattern);
  return pattern;
}

/** @returns undefined if the text is not a number in this notation */
export function numberIn(text: string, marks: NumberMarks): number | undefined {
  const found = patternOf(marks).exec(text);
  if (!found) return undefined;
  const [, sign = '', whole = '', fraction] = found;
  const digits = whole.replace(/\D/g, '');
  return Number(fraction === undefined ? sign + digits : `${sign}${digits}.${fraction}`);
}

/** Whether a text looks like a number in some notation. */
export const looksLikeNumber = (text: string): boolean =>
  text.length <= 40 && /\d/.test(text) && /^[-+\d., \u00a0\u2009\u202f']+$/.test(text);

const FORMATS: Readonly<Record<DateFormat, RegExp>> = {
  'yyyy-mm-dd': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'dd/mm/yyyy': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'dd.mm.yyyy': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  'mm/dd/yyyy': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
};

/** May return a day that is not in the calendar. @returns undefined for a text in another format */
export function dayIn(text: string, format: DateFormat): string | undefined {
  const { year, month = '', day = '' } = FORMATS[format].exec(text)?.groups ?? {};
  return year === undefined ? undefined : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether a text looks like a date with the year at the end. */
export const looksLikeDay = (text: string): boolean => /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(text);
