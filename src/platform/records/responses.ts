import { blankOf } from '../validation';
import { given } from '../../common/records/given';
import { pickFields, type RecordType } from './fields';
import type { FieldAliases, ResponseFields, RowOf, NoAliases, Variant } from './types';

interface ResponseOptions<Fields, Only, Omitted, Aliases> extends Variant<Fields, Omitted, Aliases> {
  /** The only fields that the response has; without it, all of the record's. */
  readonly only?: readonly (Only & keyof Fields)[];
}

interface ResponseClass<Fields, Aliases extends FieldAliases> {
  new (): ResponseFields<Fields, Aliases>;
  /** These fields of a stored record, as JSON shows them. */
  from(record: RowOf<Fields>): ResponseFields<Fields, Aliases>;
  /** The same of a row that is JSON under Form A's names already. */
  fromJson(row: Readonly<ResponseFields<Fields>>): ResponseFields<Fields, Aliases>;
}

type Values = Record<string, unknown>;

/**
 * A base class for a response: fields of a record, with what the documents say of them, and how they are made of it. The copies are
 * plain loops: a generated function would save about a microsecond a record, and nobody could read it. Call them on the class of the
 * whole response: the object then has all its fields from the start.
 */
export function ResponseOf<
  Fields extends object,
  const Only extends keyof Fields = keyof Fields,
  const Omitted extends keyof Fields = never,
  const Aliases extends FieldAliases = NoAliases,
>(
  record: RecordType<Fields>,
  { only, omit, aliases }: ResponseOptions<Fields, Only, Omitted, Aliases> = {},
): ResponseClass<Pick<Fields, Exclude<Only, Omitted>>, Aliases> {
  const fields = pickFields(record, { only, omit }).map((field) => ({
    ...field,
    alias: aliases?.[field.name] ?? field.name,
  }));

  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- the decorators give it its fields
  class ResponseBase {
    static from(stored: object): object {
      const response: Values = { ...blankOf(this) };
      for (const { property, alias, kind } of fields) {
        const value = (stored as Values)[property];
        response[alias] = kind.show ? kind.show(value) : value;
      }
      return response;
    }

    static fromJson(row: object): object {
      const response: Values = { ...blankOf(this) };
      for (const { name, alias } of fields) response[alias] = (row as Values)[name];
      return response;
    }
  }

  for (const { alias, kind, options } of fields) {
    const { nullable, description, example } = options;
    kind.response(given({ nullable, description, example }), options)(ResponseBase.prototype, alias);
  }
  return ResponseBase as ResponseClass<Pick<Fields, Exclude<Only, Omitted>>, Aliases>;
}
