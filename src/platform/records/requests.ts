import { isDeepStrictEqual } from 'node:util';
import { type External, externalChanges, type ExternalInput } from '../../common/records/external';
import { Rules } from '../validation';
import { pickFields, type RecordType } from './fields';
import type { FieldAliases, Given, Input, RequestFields, NoAliases, Variant } from './types';

interface Extension {
  toInput(): object;
}

class NoExtension {
  toInput(): object {
    return {};
  }
}

interface RequestOptions<Fields, Needed, Omitted, Aliases, Extra> extends Variant<Fields, Omitted, Aliases> {
  readonly required?: readonly (Needed & keyof Fields)[];
  readonly extending?: new () => Extra;
}

type Request<
  Fields,
  Needed extends keyof Fields,
  Aliases extends FieldAliases,
  Extra extends Extension,
> = RequestFields<Fields, Needed, Aliases> &
  Omit<Extra, 'toInput'> & {
    /** Without omitted fields. */
    toInput(): Input<Fields, Needed> & ReturnType<Extra['toInput']>;
  };

/** A base class with the writable fields of a record. All are optional except `required`. */
export function RequestOf<
  Fields extends object,
  const Needed extends keyof Fields = never,
  const Omitted extends keyof Fields = never,
  const Aliases extends FieldAliases = NoAliases,
  Extra extends Extension = Extension,
>(
  record: RecordType<Fields>,
  { required = [], omit, aliases, extending }: RequestOptions<Fields, Needed, Omitted, Aliases, Extra> = {},
): new () => Request<Omit<Fields, Omitted>, Exclude<Needed, Omitted>, Aliases, Extra> {
  const fields = pickFields(record, { omit }).map((field) => ({
    ...field,
    alias: aliases?.[field.name] ?? field.name,
  }));
  const Base: new () => Extension = extending ?? NoExtension;

  class RequestBase extends Base {
    override toInput(): object {
      const input: Record<string, unknown> = { ...super.toInput() };
      for (const { property, alias } of fields) {
        const value = (this as Record<string, unknown>)[alias];
        if (value !== undefined) input[property] = value;
      }
      return input;
    }
  }

  for (const { property, alias, kind, options } of fields) {
    const optional = !(required as readonly PropertyKey[]).includes(property);
    kind.request({ ...options, ...options.request, optional })(RequestBase.prototype, alias);
    if (options.check) Rules(options.check)(RequestBase.prototype, alias);
  }
  return RequestBase as new () => Request<Omit<Fields, Omitted>, Exclude<Needed, Omitted>, Aliases, Extra>;
}

/** The initial values of a new record: from its input, else the default of the field, else null. */
export function withDefaults<Fields extends object>(
  record: RecordType<Fields>,
  input: Input<Fields>,
): { [Property in Exclude<keyof Fields, keyof External>]: Given<Fields[Property]> } {
  const values: Record<string, unknown> = {};
  for (const { property, options } of pickFields(record, { omit: ['externalId', 'metadata'] })) {
    const { [property]: value = options.default ?? null } = input as Record<string, unknown>;
    if (value === null && !options.nullable) throw new Error(`A new record needs its ${property}`);
    values[property] = value;
  }
  return values as ReturnType<typeof withDefaults<Fields>>;
}

export function changesIn<Fields extends External>(
  record: RecordType<Fields>,
  present: Fields,
  input: Input<Fields>,
): Partial<Fields> {
  const changes: Record<string, unknown> = {};
  for (const { property } of pickFields(record, { omit: ['externalId', 'metadata'] })) {
    const value = (input as Record<string, unknown>)[property];
    const isSame = value === undefined || isDeepStrictEqual(value, (present as Record<string, unknown>)[property]);
    if (!isSame) changes[property] = value;
  }
  return { ...(changes as Partial<Fields>), ...externalChanges(present, input as ExternalInput) };
}
