import { DomainError, invalid, invalidField, type Message } from '../../../common/errors';
import type { FileRecord } from '../kinds/file-record';
import type { Body, ImportKind } from '../kinds/kind';
import { isBody } from '../kinds/object-fields';
import type { Named, Reference } from '../kinds/references.sql';

/** Computed amounts that a file states, by path in the request: `total_amount`, `items.0.total`. */
export type StatedAmounts = ReadonlyMap<string, number>;

/** A record with ids in place of names, and the amounts that the file states. */
export interface ReadableRecord {
  readonly externalId: string;
  readonly body: Body;
  readonly stated: StatedAmounts;
}

/** Faults by field path. */
type Faults = Record<string, readonly Message[]>;

/** @throws DomainError VALIDATION_ERROR for a fault, no external id, an unknown name, or an amount that is no number */
export function readable(
  kind: ImportKind,
  named: ReadonlyMap<Reference, Named>,
  { body: read, fault, externalId }: FileRecord,
): ReadableRecord {
  if (!read) throw new DomainError('VALIDATION_ERROR', fault?.text ?? { key: 'imports.cells' });
  if (!externalId) throw invalidField('external_id', 'validation.required');
  const stated = new Map<string, number>();
  const bare = eachBody(kind, read, (body, path, { computed = [] }, faults) => {
    for (const name of computed) {
      const value = body[name];
      if (typeof value === 'number') stated.set(path + name, value);
      else if (value !== undefined && value !== null) faults[path + name] = [{ key: 'validation.number' }];
    }
    return without(body, computed);
  });
  const body = eachBody(kind, bare, (each, path, { references }, faults) =>
    resolveNames(each, references, { path, faults, named }),
  );
  return { externalId, stated, body };
}

/** Values that are not objects are left to the validation. @throws DomainError VALIDATION_ERROR with all faults */
function eachBody(
  kind: ImportKind,
  body: Body,
  read: (body: Body, path: string, of: Pick<ImportKind, 'computed' | 'references'>, faults: Faults) => Body,
): Body {
  const faults: Faults = {};
  const record = read(body, '', kind, faults);
  const { lines } = kind;
  const inside = lines && record[lines.field];
  const items =
    Array.isArray(inside) &&
    inside.map((item: unknown, index) =>
      lines && isBody(item) ? read(item, `${lines.field}.${index}.`, lines, faults) : item,
    );
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return lines && items ? { ...record, [lines.field]: items } : record;
}

const without = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

interface Names {
  /** Path prefix of the body's fields in faults. */
  readonly path: string;
  readonly faults: Faults;
  readonly named: ReadonlyMap<Reference, Named>;
}

/** Replaces names with ids. Adds unknown names to the faults. */
function resolveNames(body: Body, references: readonly Reference[], { path, faults, named }: Names): Body {
  const names = references.map(({ from }) => from);
  const resolved: Record<string, unknown> = { ...without(body, names) };
  for (const reference of references) {
    const { from, to } = reference;
    const text = body[from];
    if (text === undefined || text === null) continue;
    const id = typeof text === 'string' ? named.get(reference)?.idOf(text.trim()) : undefined;
    if (id === undefined) faults[path + from] = [{ key: 'validation.exists' }];
    // Ids of another tenant's export differ here: the name counts, and two names must agree.
    else if (body[to] === undefined && resolved[to] !== undefined && resolved[to] !== id) {
      faults[path + from] = [{ key: 'imports.named_twice', params: { from, to } }];
    } else resolved[to] = id;
  }
  return resolved;
}
