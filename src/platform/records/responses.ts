import { blankOf } from '../validation';
import { omitUndefined } from '../../common/records/given';
import { pickFields, type RecordType } from './fields';
import type { FieldAliases, ResponseFields, RowOf, NoAliases, Variant } from './types';

interface ResponseOptions<Fields, Only, Omitted, Aliases> extends Variant<Fields, Omitted, Aliases> {
  readonly only?: readonly (Only & keyof Fields)[];
}

interface ResponseClass<Fields, Aliases extends FieldAliases> {
  new (): ResponseFields<Fields, Aliases>;
  from(record: RowOf<Fields>): ResponseFields<Fields, Aliases>;
  /** For a row that is already JSON with Form A names. */
  fromJson(row: Readonly<ResponseFields<Fields>>): ResponseFields<Fields, Aliases>;
}

type Values = Record<string, unknown>;

/**
 * A base class for a response: fields of a record with their descriptions and conversion. The copies are plain loops; a
 * generated function would save about a microsecond per record but be unreadable. Call the static methods on the class
 * of the whole response, so that the object has all fields from the start.
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
    kind.response(omitUndefined({ nullable, description, example }), options)(ResponseBase.prototype, alias);
  }
  return ResponseBase as ResponseClass<Pick<Fields, Exclude<Only, Omitted>>, Aliases>;
}
