import { Column, ColumnOptions, PrimaryColumn, ValueTransformer } from 'typeorm';
import { Decimal, DecimalInput, decimal } from '../../../common/money';

const exact: ValueTransformer = {
  from: (value: string | null) => (value === null ? null : decimal(value)),
  to: (value: DecimalInput | null | undefined) =>
    value === null || value === undefined ? value : decimal(value).toFixed(),
};

/** Ids as JavaScript numbers; sequences stay below 2^53. */
const safeInteger: ValueTransformer = {
  from: (value: string | number | null) => (value === null ? null : Number(value)),
  to: (value: unknown) => value,
};

const safeIntegers: ValueTransformer = {
  from: (values: readonly (string | number)[] | null) => values?.map(Number) ?? null,
  to: (values: unknown) => values,
};

export const TenantColumn = (): PropertyDecorator => PrimaryColumn({ type: 'uuid', name: 'tenant_id' });

export const IdColumn = (): PropertyDecorator =>
  PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT', transformer: safeInteger });

/** The id of a record of another table. The entity declares the foreign key, which includes the tenant. */
export const RefColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'bigint', transformer: safeInteger, ...options });

/** Without a foreign key. */
export const RefsColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'bigint', array: true, default: () => "'{}'", transformer: safeIntegers, ...options });

/** An amount of money: up to 12 digits before the decimal point and 3 after it, the maximum of ISO 4217. */
export const AmountColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 16, scale: 3, transformer: exact, ...options });

/** A quantity with four decimals, below 100,000,000. */
export const QuantityColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 12, scale: 4, transformer: exact, ...options });

export const PriceColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 17, scale: 4, transformer: exact, ...options });

export const PercentColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'numeric', precision: 5, scale: 2, transformer: exact, ...options });

/** A time with milliseconds, set from the service's clock, never by the database. */
export const InstantColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

export const DayColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'date', ...options });

/** Unique per tenant and table through an index `uq_<table>_external_id`. */
export const ExternalIdColumn = (): PropertyDecorator => Column({ type: 'text', nullable: true });

export const MetadataColumn = (): PropertyDecorator => Column({ type: 'jsonb', default: {} });

export type { Decimal };
