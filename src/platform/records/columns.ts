import { type Kind, type Picked, pickFields, type RecordType } from './fields';

/** The columns of a record's fields: `name, name_ar`. */
export const columnNames = (record: RecordType, picked?: Picked): string =>
  pickFields(record, picked)
    .map(({ name }) => name)
    .join(', ');

/** What a SELECT reads of a record under its properties' names: `v.name AS "name", v.name_ar AS "nameAr"`. */
export const selectSql = (record: RecordType, alias: string, picked?: Picked): string =>
  pickFields(record, picked)
    .map(({ name, property }) => `${alias}.${name} AS "${property}"`)
    .join(', ');

/** Members for `json_build_object`, as Form A shows them: `'name', v.name, 'created_at', to_char(…)`. */
export const jsonSql = (record: RecordType, alias: string, picked?: Picked): string =>
  pickFields(record, picked)
    .map(({ name, kind }) => `'${name}', ${kind.json?.(`${alias}.${name}`) ?? `${alias}.${name}`}`)
    .join(', ');

/** Columns for `jsonb_to_recordset` of {@link bindingOf}: `name text, quantity numeric`. */
export const recordsetSql = (record: RecordType, picked?: Picked): string =>
  pickFields(record, picked)
    .map(({ name, kind }) => `${name} ${String(kind.type)}`)
    .join(', ');

/** What an UPDATE sets from a row `source`: `name = l.name`. */
export const assignSql = (record: RecordType, source: string, picked?: Picked): string =>
  pickFields(record, picked)
    .map(({ name }) => `${name} = ${source}.${name}`)
    .join(', ');

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

/** The columns of a file that is imported, and what is in their cells. */
export const cellsOf = (record: RecordType, picked?: Picked): Record<string, Kind<never>['cell']> =>
  Object.fromEntries(pickFields(record, picked).map(({ name, kind }) => [name, kind.cell]));
