import { registerDecorator, type ValidationError } from 'class-validator';
import { calendarDate, isCalendarDate } from '../../../common/clock';
import type { Message } from '../../../common/errors';
import { decimalPlaces, isCurrency } from '../../../common/money';
import { MAX_NOTES } from '../limits';

/** @returns the error message; undefined for a valid value */
export type Rule = (value: unknown) => Message | undefined;

let checks = 0;

/** A class-validator constraint that runs a rule. Its context is the rule, for {@link messageOf}. */
export function check(rule: Rule): PropertyDecorator {
  checks += 1;
  // Constraints with the same name would share a context. Without a message there is no context.
  const constraint = { name: `rule ${checks}`, options: { context: { rule }, message: 'refused' } };
  const validator = { validate: (value: unknown) => rule(value) === undefined };
  return (target, property) => {
    registerDecorator({ ...constraint, validator, target: target.constructor, propertyName: property as string });
  };
}

/** The message of a rejected value: that of the last of several violated rules. */
export function messageOf({ contexts = {} }: ValidationError, value: unknown): Message {
  const broken = Object.values(contexts) as { readonly rule: Rule }[];
  return broken.at(-1)?.rule(value) ?? { key: 'error.validation' };
}

/** Runs the rules in order and returns the first message. */
export function all(...rules: readonly Rule[]): Rule {
  return (value) => firstOf(rules, (rule) => rule(value));
}

/** Runs the rule for each entry of a list and returns the first message. */
export function each(rule: Rule): Rule {
  return (values) => firstOf(values as unknown[], rule);
}

function firstOf<T>(ones: readonly T[], messageOf: (one: T) => Message | undefined): Message | undefined {
  for (const one of ones) {
    const message = messageOf(one);
    if (message) return message;
  }
  return undefined;
}

const when = (broken: boolean, message: Message): Message | undefined => (broken ? message : undefined);

// Unicode category Cc except tab and newline.
// eslint-disable-next-line no-control-regex -- the pattern matches control characters
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** A text with more UTF-16 code units exceeds the limit of every field, so its content is not checked. */
export const TOO_LONG_FOR_ANY = 4 * MAX_NOTES;

/** A string of at most `max` characters, without control characters or broken surrogate pairs. */
export function text(max: number): Rule {
  const tooLong: Message = { key: 'validation.max_length', params: { max } };
  return (value) => {
    if (typeof value !== 'string') return { key: 'validation.string' };
    if (value.length > TOO_LONG_FOR_ANY) return tooLong;
    if (CONTROL.test(value) || !value.isWellFormed()) return { key: 'validation.control_characters' };
    return when(isLonger(value, max), tooLong);
  };
}

/** Whether a text has more than `max` code points. @param value without broken surrogate pairs */
function isLonger(value: string, max: number): boolean {
  let characters = value.length;
  // A character has one or two code units, so a text of at most `max` or more than twice as many units need not be
  // read.
  if (characters <= max || characters > 2 * max) return characters > max;
  for (let at = 0; at < value.length; at += 1) if ((value.charCodeAt(at) & 0xfc00) === 0xd800) characters -= 1;
  return characters > max;
}

const LINE_BREAK = /[\n\u2028\u2029]/;

/** One line, as in a report row or a spreadsheet cell. Other line breaks are control characters. */
export const singleLine: Rule = (value) =>
  when(typeof value === 'string' && LINE_BREAK.test(value), { key: 'validation.single_line' });

const REORDERING = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * No bidirectional embeddings, overrides or isolates: in a name they would make adjacent text, such as an amount or a
 * file extension, appear in another order. Direction marks (U+200E, U+200F, U+061C) are permitted: they only affect
 * neighbours without a direction, and Arabic names with Latin letters or digits require them.
 */
export const inOrder: Rule = (value) =>
  when(typeof value === 'string' && REORDERING.test(value), { key: 'validation.reordered' });

export const present: Rule = (value) => when(value === '', { key: 'validation.required' });

export function integer(min: number, max: number): Rule {
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'validation.number' };
    if (!Number.isSafeInteger(value)) return { key: 'validation.integer' };
    return withinBounds(value, min, max);
  };
}

export const id: Rule = (value) =>
  when(typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1, { key: 'validation.id' });

export interface DecimalLimits {
  readonly min?: number;
  readonly greaterThan?: number;
  readonly max: number;
  readonly decimals: number;
}

/** A decimal number within bounds. It is never rounded: too many decimals are rejected. */
export function decimalNumber(limits: DecimalLimits): Rule {
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'validation.number' };
    if (decimalPlaces(value) > limits.decimals) return { key: 'validation.decimals', params: { max: limits.decimals } };
    const { greaterThan } = limits;
    if (greaterThan !== undefined && value <= greaterThan) {
      return { key: 'validation.greater_than', params: { min: greaterThan } };
    }
    return withinBounds(value, limits.min ?? -limits.max, limits.max);
  };
}

function withinBounds(value: number, min: number, max: number): Message | undefined {
  if (value < min) return { key: 'validation.min', params: { min } };
  return when(value > max, { key: 'validation.max', params: { max } });
}

export const boolean: Rule = (value) => when(typeof value !== 'boolean', { key: 'validation.boolean' });

export function oneOf(values: readonly (string | number)[]): Rule {
  return (value) =>
    when(!values.includes(value as string), { key: 'validation.one_of', params: { values: values.join(', ') } });
}

/** A list whose entries are all among the values. */
export function someOf(values: readonly string[]): Rule {
  const one = oneOf(values);
  return (list) => (Array.isArray(list) ? firstOf(list as unknown[], one) : one(list));
}

/** The first and last accepted day; calculations work far beyond them. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2999-12-31';

const withinDays = (day: string): Message | undefined =>
  when(day < FIRST_DAY || day > LAST_DAY, {
    key: 'validation.date_range',
    params: { min: FIRST_DAY, max: LAST_DAY },
  });

/** The format of a day, alone or at the beginning of a timestamp, for the documents. */
export const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}(T.+)?$';

/** An existing calendar day from 2000 to 2999. {@link namedDay} converts timestamps before. */
export const day: Rule = (value) =>
  typeof value === 'string' && isCalendarDate(value) ? withinDays(value) : { key: 'validation.date' };

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** An ISO 8601 timestamp with an offset, on an existing day, from 2000 to 2999 both in its offset and in UTC. */
export const timestamp: Rule = (value) => {
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  const instant = parts && isCalendarDate(parts[1] ?? '') ? Date.parse(value as string) : NaN;
  if (Number.isNaN(instant)) return { key: 'validation.timestamp' };
  return withinDays(parts?.[1] ?? '') ?? withinDays(calendarDate(new Date(instant)));
};

export const moment: Rule = (value) =>
  typeof value === 'string' && value.length <= 'YYYY-MM-DD'.length ? day(value) : timestamp(value);

/** Converts a timestamp to the day in its own UTC offset (2027-01-01 for 2027-01-01T00:00:00+03:00). Else unchanged. */
export function namedDay(value: unknown): unknown {
  return (typeof value === 'string' && TIMESTAMP.exec(value)?.[1]) || value;
}

/** One @, no spaces, a dotted domain, and the lengths of RFC 5321: a deliverable address. */
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

export const email: Rule = (value) =>
  when(typeof value !== 'string' || value.length > 254 || !EMAIL.test(value), { key: 'validation.email' });

/** An absolute http or https URL without user name or password, because all readers of the record see it. */
export const webUrl: Rule = (value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { key: 'validation.url' };
  return when(url.username !== '' || url.password !== '', { key: 'validation.url_user_info' });
};

export const currency: Rule = (value) =>
  when(typeof value !== 'string' || !isCurrency(value), { key: 'validation.currency' });
