import { Column, type ColumnOptions } from 'typeorm';
import type { Metadata } from '../../common/records/external';
import { type Decimal, toNumber } from '../../common/money';
import { isoSql } from '../database';
import {
  AmountColumn,
  DayColumn,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  PercentColumn,
  PriceColumn,
  QuantityColumn,
  RefColumn,
} from '../database/entities/columns';
import { Field, Out } from '../validation';
import { decoratorOf, type Kind, type RecordFieldOptions } from './fields';

type TextOptions = RecordFieldOptions & { readonly max?: number; readonly multiline?: boolean };
type RangeOptions = RecordFieldOptions & { readonly min: number; readonly max: number };
/** `zero`: a request may contain 0. */
type QuantityOptions = RecordFieldOptions & { readonly zero?: boolean };
type NumbersOptions = RecordFieldOptions & Pick<Parameters<typeof Field.numbers>[0], 'max' | 'rule'>;
type ChoiceOptions = RecordFieldOptions & { readonly values: readonly string[] };

const text = {
  type: 'text',
  cell: 'text',
  column: (options: ColumnOptions) => Column({ type: 'text', ...options }),
} as const;

const decimal = {
  type: 'numeric',
  cell: 'number',
  show: (value: Decimal | null) => (value === null ? null : toNumber(value)),
  bind: (value: Decimal | null) => value?.toFixed() ?? null,
} as const;

const id = { type: 'bigint', cell: 'number', request: Field.id, response: Out.id } as const;

const instant: Kind<RecordFieldOptions> = {
  type: 'timestamptz',
  cell: 'text',
  column: InstantColumn,
  request: Field.timestamp,
  response: Out.timestamp,
  show: (value: Date | null) => value?.toISOString() ?? null,
  json: isoSql,
};

/** Declares a field once: its column, request rules and OpenAPI description. */
export const RecordField = {
  /** Text of at most `max` characters (default 255), on one line unless it is `multiline`. */
  text: decoratorOf<TextOptions>({ ...text, request: Field.text, response: Out.text }),
  /** A URL in responses. Requests accept text with the field's other rules. */
  url: decoratorOf<TextOptions>({ ...text, request: Field.text, response: Out.url }),
  email: decoratorOf({ ...text, request: Field.email, response: Out.text }),
  currency: decoratorOf({ ...text, request: Field.currency, response: Out.currency }),
  oneOf: decoratorOf<ChoiceOptions>({
    ...text,
    request: ({ values, ...options }) => Field.oneOf(values, options),
    response: (shown, { values }) => Out.oneOf(values, shown),
  }),
  boolean: decoratorOf({
    type: 'boolean',
    cell: 'boolean',
    column: (options) => Column({ type: 'boolean', ...options }),
    request: Field.boolean,
    response: Out.boolean,
  }),
  integer: decoratorOf<RangeOptions>({
    type: 'int',
    cell: 'number',
    column: (options) => Column({ type: 'int', ...options }),
    request: Field.integer,
    response: Out.integer,
  }),
  amount: decoratorOf({ ...decimal, column: AmountColumn, request: Field.amount, response: Out.amount }),
  quantity: decoratorOf<QuantityOptions>({
    ...decimal,
    column: QuantityColumn,
    request: Field.quantity,
    response: Out.number,
  }),
  unitPrice: decoratorOf({ ...decimal, column: PriceColumn, request: Field.unitPrice, response: Out.amount }),
  percent: decoratorOf({ ...decimal, column: PercentColumn, request: Field.percent, response: Out.number }),
  /** At most `max` distinct numbers that satisfy the rule. */
  numbers: decoratorOf<NumbersOptions>({
    type: 'jsonb',
    cell: 'json',
    column: (options) => Column({ type: 'jsonb', ...options }),
    request: Field.numbers,
    response: Out.numbers,
    bind: JSON.stringify,
  }),
  day: decoratorOf({ type: 'date', cell: 'day', column: DayColumn, request: Field.day, response: Out.day }),
  instant: decoratorOf(instant),
  id: decoratorOf({ ...id, column: IdColumn }),
  reference: decoratorOf({ ...id, column: RefColumn }),
  externalId: decoratorOf({
    ...text,
    column: ExternalIdColumn,
    request: () => Field.externalId(),
    response: () => Out.externalId(),
  }),
  metadata: decoratorOf({
    type: 'jsonb',
    cell: 'json',
    column: MetadataColumn,
    request: () => Field.metadata(),
    response: () => Out.metadata(),
  }),
};

export abstract class ExternalFields {
  @RecordField.externalId() externalId: string | null;
  @RecordField.metadata() metadata: Metadata;
}
