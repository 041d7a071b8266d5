import { Audited } from '../../common/records/audited';
import { type External, EXTERNAL_FIELDS } from '../../common/records/external';
import { type Kind, type Picked, pickFields, type RecordField, type RecordType } from './fields';

const listed = (record: RecordType, picked: Picked | undefined, part: (field: RecordField) => string): string =>
  pickFields(record, picked).map(part).join(', ');

/** The columns of a record's fields. */
export const columnNames = (record: RecordType, picked?: Picked): readonly string[] =>
  pickFields(record, picked).map(({ name }) => name);

/** What a SELECT reads of a record under its properties' names: `v.name AS "name", v.name_ar AS "nameAr"`. */
export const selectSql = (record: RecordType, alias: string, picked?: Picked): string =>
  listed(record, picked, ({ name, property }) => `${alias}.${name} AS "${property}"`);

/** Members for `json_build_object`, as Form A shows them: `'name', v.name, 'created_at', to_char(…)`. */
export const jsonSql = (record: RecordType, alias: string, picked?: Picked): string =>
  listed(record, picked, ({ name, kind }) => `'${name}', ${kind.json?.(`${alias}.${name}`) ?? `${alias}.${name}`}`);

/** Columns for `jsonb_to_recordset` of {@link bindingOf}: `name text, quantity numeric`. */
export const recordsetSql = (record: RecordType, picked?: Picked): string =>
  listed(record, picked, ({ name, kind }) => `${name} ${kind.type}`);

/** What an UPDATE sets from a row `source`: `name = l.name`. */
export const assignSql = (record: RecordType, source: string, picked?: Picked): string =>
  listed(record, picked, ({ name }) => `${name} = ${source}.${name}`);

/**
 * A function that makes parameters of a statement of a record's fields: values by columns, in the order of {@link columnNames}. An amount
 * goes as text, so that it never passes through a float.
 */
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

/** The columns of a file that is imported, and what is in their cells; an external id and metadata are in every file. */
export const cellsOf = (record: RecordType, { only, omit = [] }: Picked = {}): Record<string, Kind<never>['cell']> =>
  Object.fromEntries(
    pickFields(record, { only, omit: [...omit, 'externalId', 'metadata'] }).map(({ name, kind }) => [name, kind.cell]),
  );

/**
 * What the audit log keeps of a record, under Form A's names: all fields but its id, when it was made and changed,
 * and those that are declared with `audited: false`.
 * @param others properties that the log calls otherwise, or that are no such fields, by their names there
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
