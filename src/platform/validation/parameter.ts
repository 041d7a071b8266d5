import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import { MAX_NAME } from './limits';
import { DAY, type FieldOptions, documentation } from './field-parts';
import { MAX_EXTERNAL_ID, plainExternalId } from '../../common/records/external';
import { externalId } from './metadata';
import * as rules from './rules/rules';
import { Shaped } from './shape';

interface ParameterOptions extends Pick<FieldOptions, 'description' | 'example'> {
  /** The default value, only for the documents. */
  readonly default?: string | number;
}

/** Decorators of query parameters. All are optional; an invalid value gets 400. */
export const Parameter = {
  text: (options: ParameterOptions & { readonly max?: number } = {}): PropertyDecorator => {
    const { max = MAX_NAME } = options;
    return parameter(options, { type: 'string', maxLength: max }, rules.all(rules.text(max), rules.singleLine), trim);
  },

  id: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'integer', minimum: 1 }, rules.id, wholeNumber),

  integer: (options: ParameterOptions & { readonly min: number; readonly max: number }): PropertyDecorator => {
    const { min, max } = options;
    return parameter(options, { type: 'integer', minimum: min, maximum: max }, rules.integer(min, max), wholeNumber);
  },

  /** An ISO 4217 code in any letter case. */
  currency: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'string', maxLength: 3 }, rules.all(rules.text(3), rules.singleLine), (text) =>
      trim(text).toUpperCase(),
    ),

  amount: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(
      options,
      { type: 'number', minimum: 0 },
      rules.decimalNumber({ min: 0, max: 999999999999.999, decimals: 4 }),
      plainNumber,
    ),

  externalId: (): PropertyDecorator =>
    parameter(
      { description: 'Only the record with this id in another system.', example: 'ERP-4711' },
      { type: 'string', minLength: 1, maxLength: MAX_EXTERNAL_ID },
      externalId,
      plainExternalId,
    ),

  oneOf: (values: readonly string[], options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'string', enum: [...values] }, rules.oneOf(values), trim),

  /** One value or several separated by commas. Converted to a list without duplicates. */
  someOf: (values: readonly string[], options: ParameterOptions = {}): PropertyDecorator =>
    parameter(
      { ...options, description: severalOf(values, options.description) },
      { type: 'string', pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` },
      rules.someOf(values),
      commaSeparated,
    ),

  boolean: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'boolean' }, rules.boolean, trueOrFalse),

  bom: (): PropertyDecorator =>
    Parameter.boolean({
      description: 'Begins the CSV file with a UTF-8 byte order mark, which Excel requires.',
      example: true,
    }),

  /** A calendar day, or a timestamp, which is converted to the day in its own UTC offset. */
  day: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: DAY.type, pattern: DAY.pattern, description: DAY.description }, rules.day, (text) =>
      rules.namedDay(text.trim()),
    ),

  /** A calendar day or a timestamp, unchanged; see `instantsOf`. */
  moment: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'string', pattern: DAY.pattern }, rules.moment, trim),

  timestamp: (options: ParameterOptions = {}): PropertyDecorator =>
    parameter(options, { type: 'string', format: 'date-time' }, rules.timestamp, trim),
};

function parameter(
  options: ParameterOptions,
  schema: ApiPropertyOptions,
  rule: rules.Rule,
  read: (text: string) => unknown,
): PropertyDecorator {
  const { default: preset } = options;
  return applyDecorators(
    Shaped({ kind: 'single' }),
    ApiPropertyOptional({ ...schema, ...(preset === undefined ? {} : { default: preset }), ...documentation(options) }),
    ValidateIf((_, value: unknown) => value !== undefined),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value)),
    rules.check(rule),
  );
}

const severalOf = (values: readonly string[], description = ''): string =>
  `${values.map((value) => `\`${value}\``).join(', ')}; or several, separated by commas. ${description}`.trim();
const commaSeparated = (text: string): string[] => [...new Set(text.split(',').map((one) => one.trim()))];
const trueOrFalse = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
const trim = (text: string): string => text.trim();
/** Only plain digits become a number: `1e3`, ` 5` and `0x10` are unchanged and therefore rejected. */
const wholeNumber = (text: string): unknown => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
const plainNumber = (text: string): unknown => (/^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text);
