import { Column, ColumnOptions, PrimaryColumn, ValueTransformer } from 'typeorm';
import { Decimal, DecimalInput, decimal } from '../../../common/money';

/** PostgreSQL's text of a `numeric` to an exact decimal and back. */
const exact: ValueTransformer = {
  from: (value: string | null) => (value === null ? null : decimal(value)),
  to: (value: DecimalInput | null | undefined) =>
    value === null || value === undefined ? value : decimal(value).toFixed(),
};

/** Identifiers fit a JavaScript number: sequences would need 2^53 rows to leave it. */
const safeInteger: ValueTransformer = {
  from: (value: string | number | null) => (value === null ? null : Number(value)),
  to: (value: unknown) => value,
};

/** The same of an array. */
const safeIntegers: ValueTransformer = {
  from: (values: readonly (string | number)[] | null) => values?.map(Number) ?? null,
  to: (values: unknown) => values,
};

/** First half of the composite key that every tenant-owned table has. */
export const TenantColumn = (): PropertyDecorator => PrimaryColumn({ type: 'uuid', name: 'tenant_id' });

/** Second half: an integer that the database hands out. */
export const IdColumn = (): PropertyDecorator =>
  PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT', transformer: safeInteger });

/** The id of a record of another table; the foreign key itself is declared on the entity, with the tenant in it. */
export const RefColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'bigint', transformer: safeInteger, ...options });

/** Ids of records of another table, without a foreign key. None unless told otherwise. */
export const RefsColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'bigint', array: true, default: () => "'{}'", transformer: safeIntegers, ...options });

/** Money: up to 12 digits before the point, 3 after (the most an ISO 4217 minor unit needs). */
export const AmountColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 16, scale: 3, transformer: exact, ...options });

/** A quantity: up to 9,999,999.9999. */
export const QuantityColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 12, scale: 4, transformer: exact, ...options });

/** A unit price: four decimals. */
export const PriceColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 17, scale: 4, transformer: exact, ...options });

/** A percentage with two decimals. */
export const PercentColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 5, scale: 2, transformer: exact, ...options });

/** An instant, to the millisecond. Set from the clock, never by the database. */
export const InstantColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

/** A calendar day, `YYYY-MM-DD`. */
export const DayColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'date', ...options });

/** What another system calls the record: unique in its tenant and kind by an index `uq_<table>_external_id`. */
export const ExternalIdColumn = (): PropertyDecorator => Column({ type: 'text', nullable: true });

/** What other systems keep with the record: texts by keys of theirs. */
export const MetadataColumn = (): PropertyDecorator => Column({ type: 'jsonb', default: {} });

export type { Decimal };
