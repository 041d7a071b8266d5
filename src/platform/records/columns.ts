import { Audited } from '../../common/records/audited';
import { type External, EXTERNAL_FIELDS } from '../../common/records/external';
import { type Kind, type Picked, pickFields, type RecordField, type RecordType } from './fields';

const listed = (record: RecordType, picked: Picked | undefined, part: (field: RecordField) => string): string =>
  pickFields(record, picked).map(part).join(', ');

export const columnNames = (record: RecordType, picked?: Picked): readonly string[] =>
  pickFields(record, picked).map(({ name }) => name);

/** The SELECT list of a record with property names: `v.name AS "name", v.name_ar AS "nameAr"`. */
export const selectSql = (record: RecordType, alias: string, picked?: Picked): string =>
  listed(record, picked, ({ name, property }) => `${alias}.${name} AS "${property}"`);

/** Arguments of `json_build_object` with Form A names: `'name', v.name, 'created_at', to_char(…)`. */
export const jsonSql = (record: RecordType, alias: string, picked?: Picked): string =>
  listed(record, picked, ({ name, kind }) => `'${name}', ${kind.json?.(`${alias}.${name}`) ?? `${alias}.${name}`}`);

/** Column definitions of `jsonb_to_recordset` for {@link bindingOf}: `name text, quantity numeric`. */
export const recordsetSql = (record: RecordType, picked?: Picked): string =>
  listed(record, picked, ({ name, kind }) => `${name} ${kind.type}`);

/** Assignments of an UPDATE from a row `source`: `name = l.name`. */
export const assignSql = (record: RecordType, source: string, picked?: Picked): string =>
  listed(record, picked, ({ name }) => `${name} = ${source}.${name}`);

/** Binds values in the order of {@link columnNames}. An amount is bound as text, never as a float. */
export function bindingOf(record: RecordType, picked?: Picked): (values: object) => Record<string, unknown> {
  const fields = pickFields(record, picked);
  return (values) => {
    const bound: Record<string, unknown> = {};
    for (const { name, property, kind } of fields) {
      const value = (values as Record<string, unknown>)[property];
      bound[name] = kind.bind ? kind.bind(value) : value;
    }
    return bound;
  };
}

/** The columns of an import file with their cell types; external id and metadata are added for every file. */
export const cellsOf = (record: RecordType, { only, omit = [] }: Picked = {}): Record<string, Kind<never>['cell']> =>
  Object.fromEntries(
    pickFields(record, { only, omit: [...omit, 'externalId', 'metadata'] }).map(({ name, kind }) => [name, kind.cell]),
  );

/**
 * The audited fields of a record, with Form A names: all except id, creation and change times, and fields with
 * `audited: false`.
 * @param others properties with another name in the log, or without such a field, by that name
 */
export function auditedOf<Entity extends External>(
  record: RecordType<Entity>,
  others: Readonly<Record<string, keyof Entity & string>> = {},
): Audited<Entity> {
  const fields = pickFields(record, { omit: ['id', 'createdAt', 'updatedAt'] }).filter(
    ({ options }) => options.audited !== false,
  );
  const masks = fields.flatMap(({ name, options: { audited } }) => (audited ? [[name, audited] as const] : []));
  return new Audited<Entity>(
    {
      ...Object.fromEntries(fields.map(({ name, property }) => [name, property as keyof Entity & string] as const)),
      ...others,
      ...EXTERNAL_FIELDS,
    },
    Object.fromEntries(masks),
  );
}
