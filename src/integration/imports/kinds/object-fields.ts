import { EXPORT_MARK } from '../../../common/records/export-mark';
import type { Reading } from '../domain/reading';
import { LINE_PREFIX } from './columns';
import type { Body, ImportKind } from './kind';

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The importable fields of an NDJSON object, and the paths of response-only ones. */
export interface ReadFields {
  readonly body: Body;
  readonly notRead: readonly string[];
}

/** Skipped columns of a line begin with `item_`. An object exported for an import may contain all response fields. */
export function readFields(object: Body, kind: ImportKind, { ignoreColumns }: Reading): ReadFields {
  const notRead: string[] = [];
  const mayKeep = Object.hasOwn(object, EXPORT_MARK);
  const read = (from: Body, { ignored, computed = [] }: Fields, prefix: string, path: string): Body =>
    Object.fromEntries(
      Object.entries(from).filter(([name]) => {
        if (ignoreColumns.includes(prefix + name)) return false;
        const isRead = !ignored.includes(name) || computed.includes(name);
        if (!isRead && !mayKeep) notRead.push(path + name);
        return isRead;
      }),
    );
  const { [EXPORT_MARK]: _, ...fields } = object;
  const body = read(fields, kind, '', '');
  const { lines } = kind;
  const inside = lines && body[lines.field];
  if (!lines || !Array.isArray(inside)) return { body, notRead };
  const items = inside.map((one: unknown, index) =>
    isBody(one) ? read(one, lines, LINE_PREFIX, `${lines.field}.${index}.`) : one,
  );
  return { body: { ...body, [lines.field]: items }, notRead };
}

type Fields = Pick<ImportKind, 'ignored' | 'computed'>;
