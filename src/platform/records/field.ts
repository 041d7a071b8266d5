import { Column } from 'typeorm';
import { type Decimal, toNumber } from '../../common/money';
import type { Metadata } from '../../common/records/external';
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
import { isoSql } from '../database';
import { Field, Out } from '../validation';
import { decoratorOf, type Kind, type RecordFieldOptions } from './fields';

type Options = RecordFieldOptions;
type TextOptions = Options & { readonly max?: number; readonly multiline?: boolean };
type RangeOptions = Options & { readonly min: number; readonly max: number };
type ChoiceOptions = Options & { readonly values: readonly string[] };

const column = ({ nullable = false, columnDefault }: Options): object => ({
  nullable,
  ...(columnDefault === undefined ? {} : { default: columnDefault }),
});

/** What the documents say of the field in responses. */
const shown = ({ nullable, description, example }: Options): object => ({
  ...(nullable ? { nullable } : {}),
  ...(description === undefined ? {} : { description }),
  ...(example === undefined ? {} : { example }),
});

const plain = <Kinds extends Options = Options>(
  type: 'text' | 'int' | 'boolean',
  cell: 'text' | 'number' | 'boolean',
  request: Kind<Kinds>['request'],
  response: (options: object) => PropertyDecorator,
): Kind<Kinds> => ({
  type,
  cell,
  column: (options) => Column({ type, ...column(options) }),
  request,
  response: (options) => response(shown(options)),
});

const decimals = (
  of: (options: object) => PropertyDecorator,
  request: Kind<Options>['request'],
  response: (options: object) => PropertyDecorator,
): Kind<Options> => ({
  type: 'numeric',
  cell: 'number',
  column: (options) => of(column(options)),
  request,
  response: (options) => response(shown(options)),
  show: (value: Decimal | null) => (value === null ? null : toNumber(value)),
  bind: (value: Decimal | null) => value?.toFixed() ?? null,
});

const reference = (of: (options: object) => PropertyDecorator): Kind<Options> => ({
  type: 'bigint',
  cell: 'number',
  column: (options) => of(column(options)),
  request: Field.id,
  response: (options) => Out.id(shown(options)),
});

const instant: Kind<Options> = {
  type: 'timestamptz',
  cell: 'text',
  column: (options) => InstantColumn(column(options)),
  request: Field.timestamp,
  response: (options) => Out.timestamp(shown(options)),
  show: (value: Date | null) => value?.toISOString() ?? null,
  json: isoSql,
};

/**
 * One decorator for each kind of field declares a field of a record once: its column, its rules in requests, and what the OpenAPI
 * documents say of it. The type of the property says whether it may be null.
 */
export const RecordField = {
  /** Text of at most `max` characters (255 by default), on one line unless it is `multiline`. */
  text: decoratorOf<TextOptions>(plain('text', 'text', Field.text, Out.text)),
  email: decoratorOf(plain('text', 'text', Field.email, Out.text)),
  /** An ISO 4217 code. */
  currency: decoratorOf(plain('text', 'text', Field.currency, Out.currency)),
  oneOf: decoratorOf<ChoiceOptions>({
    ...plain<ChoiceOptions>('text', 'text', ({ values, ...options }) => Field.oneOf(values, options), Out.text),
    response: ({ values, ...options }) => Out.oneOf(values, shown(options)),
  }),
  boolean: decoratorOf(plain('boolean', 'boolean', Field.boolean, Out.boolean)),
  integer: decoratorOf<RangeOptions>(plain('int', 'number', Field.integer, Out.integer)),
  /** An amount of money, a quantity with up to four decimals, a unit price, a percentage. */
  amount: decoratorOf(decimals(AmountColumn, Field.amount, Out.amount)),
  quantity: decoratorOf(decimals(QuantityColumn, Field.quantity, Out.number)),
  unitPrice: decoratorOf(decimals(PriceColumn, Field.unitPrice, Out.amount)),
  percent: decoratorOf(decimals(PercentColumn, Field.percent, Out.number)),
  /** A calendar day, `YYYY-MM-DD`. */
  day: decoratorOf<Options>({
    type: 'date',
    cell: 'text',
    column: (options) => DayColumn(column(options)),
    request: Field.day,
    response: (options) => Out.day(shown(options)),
  }),
  instant: decoratorOf(instant),
  /** The id of the record itself. */
  id: decoratorOf(reference(IdColumn)),
  /** The id of another record. */
  reference: decoratorOf(reference(RefColumn)),
  externalId: decoratorOf<Options>({
    type: 'text',
    cell: 'text',
    column: ExternalIdColumn,
    request: () => Field.externalId(),
    response: Out.externalId,
  }),
  metadata: decoratorOf<Options>({
    type: 'jsonb',
    cell: 'json',
    column: MetadataColumn,
    request: () => Field.metadata(),
    response: Out.metadata,
    bind: (value: Metadata) => JSON.stringify(value),
  }),
};
