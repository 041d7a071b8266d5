import type { Metadata, MetadataChange } from '../../common/records/external';
import type { Decimal, DecimalInput } from '../../common/money';

/** The API name of a property: `nameAr` becomes `name_ar`. */
export type ApiName<Property extends string> = Property extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ApiName<Tail>}`
  : '';

/** A form's field names, by Form A name. */
export type FieldAliases = Readonly<Record<string, string>>;

/** For Form A, which renames no field. The only key is the empty text, and no field has that name. */
export type NoAliases = Readonly<Record<'', ''>>;

type Named<Property, Aliases extends FieldAliases> = Property extends string
  ? ApiName<Property> extends keyof Aliases
    ? Aliases[ApiName<Property>]
    : ApiName<Property>
  : never;

/** The response type of a stored value: amounts are numbers, timestamps are ISO 8601 strings. */
export type Shown<Value> = Value extends Decimal ? number : Value extends Date ? string : Value;

export type Given<Value> = [Value] extends [Metadata] ? MetadataChange : Shown<Value>;

export type ResponseFields<Fields, Aliases extends FieldAliases = NoAliases> = {
  [Property in keyof Fields as Named<Property, Aliases>]: Shown<Fields[Property]>;
};

/** The input of a record, under its property names: undefined if omitted, null if cleared. */
export type Input<Fields, Needed extends keyof Fields = never> = {
  readonly [Property in Exclude<keyof Fields, Needed>]?: Given<Fields[Property]>;
} & { readonly [Property in Needed]: Given<Fields[Property]> };

export type RequestFields<Fields, Needed extends keyof Fields, Aliases extends FieldAliases> = {
  [Property in Exclude<keyof Fields, Needed> as Named<Property, Aliases>]?: Given<Fields[Property]>;
} & { [Property in Needed as Named<Property, Aliases>]: Given<Fields[Property]> };

/** A row of a query: decimals are text. */
export type RowOf<Fields> = {
  readonly [Property in keyof Fields]: Fields[Property] extends Decimal | null
    ? Fields[Property] | DecimalInput
    : Fields[Property];
};

export interface Variant<Fields, Omitted, Aliases> {
  readonly omit?: readonly (Omitted & keyof Fields)[];
  readonly aliases?: Aliases;
}
