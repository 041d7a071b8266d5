import { registerDecorator, type ValidationError } from 'class-validator';
import { calendarDate, isCalendarDate } from '../../../common/clock';
import type { Message } from '../../../common/errors';
import { decimalPlaces, isCurrency } from '../../../common/money';
import { MAX_NOTES } from '../limits';

/** @returns the message about a wrong value; undefined for a right one */
export type Rule = (value: unknown) => Message | undefined;

let checks = 0;

/** One class-validator constraint that runs a rule. Its context is the rule, for {@link messageOf}. */
export function check(rule: Rule): PropertyDecorator {
  checks += 1;
  // Constraints of one name share a context, also those that pass. Without a message there is none.
  const constraint = { name: `rule ${checks}`, options: { context: { rule }, message: 'refused' } };
  const validator = { validate: (value: unknown) => rule(value) === undefined };
  return (target, property) => {
    registerDecorator({ ...constraint, validator, target: target.constructor, propertyName: property as string });
  };
}

/** What is wrong with a refused value: of several rules that it breaks, the message of the last. */
export function messageOf({ contexts = {} }: ValidationError, value: unknown): Message {
  const broken = Object.values(contexts) as { readonly rule: Rule }[];
  return broken.at(-1)?.rule(value) ?? { key: 'error.validation' };
}

/** Asks each rule in turn; answers the message of the first that is broken. */
export function all(...rules: readonly Rule[]): Rule {
  return (value) => firstOf(rules, (rule) => rule(value));
}

/** Asks the rule of each entry of a list; answers the message of the first that breaks it. */
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

// Everything of Unicode's Cc but tab and newline.
// eslint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** Code units that no field accepts, whatever characters and line ends the text is made of. */
export const TOO_LONG_FOR_ANY = 4 * MAX_NOTES;

/** A string without control characters or broken surrogate pairs, of at most `max` characters. */
export function text(max: number): Rule {
  const tooLong: Message = { key: 'validation.max_length', params: { max } };
  return (value) => {
    if (typeof value !== 'string') return { key: 'validation.string' };
    if (value.length > TOO_LONG_FOR_ANY) return tooLong;
    if (CONTROL.test(value) || !value.isWellFormed()) return { key: 'validation.control_characters' };
    return when(isLonger(value, max), tooLong);
  };
}

/**
 * Whether a text has more than `max` characters as a person counts them: code points.
 * @param value without broken surrogate pairs
 */
function isLonger(value: string, max: number): boolean {
  let characters = value.length;
  // A character has one code unit or two. So a text of up to `max` units or more than twice as many need not be read.
  if (characters <= max || characters > 2 * max) return characters > max;
  for (let at = 0; at < value.length; at += 1) if ((value.charCodeAt(at) & 0xfc00) === 0xd800) characters -= 1;
  return characters > max;
}

const LINE_BREAK = /[\n\u2028\u2029]/;

/** One line, as a row of a report or a cell of a sheet shows it. The other line breaks are control characters. */
export const singleLine: Rule = (value) =>
  when(typeof value === 'string' && LINE_BREAK.test(value), { key: 'validation.single_line' });

const REORDERING = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * No bidirectional embedding, override or isolate: one of them in a name makes the text beside it, such as an amount or a
 * file's ending, read in another order than it is written. The marks (U+200E, U+200F, U+061C) may stand: they only give the
 * direction of a neighbour that has none, and Arabic names with Latin letters or digits need them.
 */
export const inOrder: Rule = (value) =>
  when(typeof value === 'string' && REORDERING.test(value), { key: 'validation.reordered' });

/** Not the empty string. */
export const present: Rule = (value) => when(value === '', { key: 'validation.required' });

/** An integer within bounds. */
export function integer(min: number, max: number): Rule {
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'validation.number' };
    if (!Number.isSafeInteger(value)) return { key: 'validation.integer' };
    return withinBounds(value, min, max);
  };
}

/** A record's id. */
export const id: Rule = (value) =>
  when(typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1, { key: 'validation.id' });

/** Bounds of a decimal number. */
export interface DecimalLimits {
  readonly min?: number;
  readonly greaterThan?: number;
  readonly max: number;
  readonly decimals: number;
}

/** A decimal number within bounds, never rounded: too many decimals are refused. */
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

/** A list of which each entry is one of the values. */
export function someOf(values: readonly string[]): Rule {
  const one = oneOf(values);
  return (list) => (Array.isArray(list) ? firstOf(list as unknown[], one) : one(list));
}

/** The first and the last day that are accepted; calendar arithmetic works far beyond the last. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2999-12-31';

const withinDays = (day: string): Message | undefined =>
  when(day < FIRST_DAY || day > LAST_DAY, {
    key: 'validation.date_range',
    params: { min: FIRST_DAY, max: LAST_DAY },
  });

/** What a day looks like, alone or at the head of a timestamp: for the documents. */
export const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}(T.+)?$';

/** A calendar day that exists, from 2000 to 2999. A timestamp of one is made a day before: {@link namedDay}. */
export const day: Rule = (value) =>
  typeof value === 'string' && isCalendarDate(value) ? withinDays(value) : { key: 'validation.date' };

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** An ISO 8601 instant with its offset, on a day that exists, here and in UTC from 2000 to 2999. */
export const timestamp: Rule = (value) => {
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  const instant = parts && isCalendarDate(parts[1] ?? '') ? Date.parse(value as string) : NaN;
  if (Number.isNaN(instant)) return { key: 'validation.timestamp' };
  return withinDays(parts?.[1] ?? '') ?? withinDays(calendarDate(new Date(instant)));
};

/** A calendar day, or an instant. */
export const moment: Rule = (value) =>
  typeof value === 'string' && value.length <= 'YYYY-MM-DD'.length ? day(value) : timestamp(value);

/**
 * The day that a timestamp names in its own offset, whatever day it is elsewhere: 2027-01-01T00:00:00+03:00 is 2027-01-01, though
 * it is still the year before in UTC. Any other value unchanged.
 */
export function namedDay(value: unknown): unknown {
  return (typeof value === 'string' && TIMESTAMP.exec(value)?.[1]) || value;
}

/** One @, no spaces, a dotted domain: what can be mailed to. RFC 5321 lengths. */
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

export const email: Rule = (value) =>
  when(typeof value !== 'string' || value.length > 254 || !EMAIL.test(value), { key: 'validation.email' });

/** An absolute http or https URL, without user name or password: a link is for everybody who may see the record. */
export const webUrl: Rule = (value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { key: 'validation.url' };
  return when(url.username !== '' || url.password !== '', { key: 'validation.url_user_info' });
};

export const currency: Rule = (value) =>
  when(typeof value !== 'string' || !isCurrency(value), { key: 'validation.currency' });
