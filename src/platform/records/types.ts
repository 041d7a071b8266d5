import type { Metadata, MetadataChange } from '../../common/records/external';
import type { Decimal, DecimalInput } from '../../common/money';

/** `nameAr` as the API names it: `name_ar`. */
export type ApiName<Property extends string> = Property extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ApiName<Tail>}`
  : '';

/** What a form calls fields, by Form A's names of them. */
export type FieldAliases = Readonly<Record<string, string>>;

/** For a form that calls all fields as Form A does: no field has an empty name. */
export type NoAliases = Readonly<Record<'', ''>>;

type Named<Property, Aliases extends FieldAliases> = Property extends string
  ? ApiName<Property> extends keyof Aliases
    ? Aliases[ApiName<Property>]
    : ApiName<Property>
  : never;

/** A stored value as a response shows it: amounts are numbers, instants are ISO 8601. */
export type Shown<Value> = Value extends Decimal ? number : Value extends Date ? string : Value;

/** A value as a request gives it. */
export type Given<Value> = [Value] extends [Metadata] ? MetadataChange : Shown<Value>;

/** The fields of a response: those of the record under a form's names. */
export type ResponseFields<Fields, Aliases extends FieldAliases = NoAliases> = {
  [Property in keyof Fields as Named<Property, Aliases>]: Shown<Fields[Property]>;
};

/** What a request says of a record, under the record's names: undefined where left out, null where cleared. */
export type Input<Fields, Needed extends keyof Fields = never> = {
  readonly [Property in Exclude<keyof Fields, Needed>]?: Given<Fields[Property]>;
} & { readonly [Property in Needed]: Given<Fields[Property]> };

/** The fields of a request under a form's names. */
export type RequestFields<Fields, Needed extends keyof Fields, Aliases extends FieldAliases> = {
  [Property in Exclude<keyof Fields, Needed> as Named<Property, Aliases>]?: Given<Fields[Property]>;
} & { [Property in Needed as Named<Property, Aliases>]: Given<Fields[Property]> };

/** A row of a statement: a decimal arrives as text. */
export type RowOf<Fields> = {
  readonly [Property in keyof Fields]: Fields[Property] extends Decimal | null
    ? Fields[Property] | DecimalInput
    : Fields[Property];
};

/** How a request or a response differs from its record. */
export interface Variant<Fields, Omitted, Aliases> {
  /** Fields that it does not have, or that its class declares itself. */
  readonly omit?: readonly (Omitted & keyof Fields)[];
  /** What the form calls fields, by Form A's names. */
  readonly aliases?: Aliases;
}
