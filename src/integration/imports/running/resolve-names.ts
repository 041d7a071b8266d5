import type { MessageKey } from '../../../messages';
import type { Body } from '../kinds/kind';
import type { Named, Reference } from '../kinds/references.sql';

/** What is wrong with the names of a record, by the path of each. */
export type Faults = Record<string, { key: MessageKey; params?: Record<string, string> }[]>;

interface Names {
  /** Before the fields of the body in the paths of faults. */
  readonly path: string;
  readonly faults: Faults;
  readonly named: ReadonlyMap<Reference, Named>;
}

/** The body with ids in place of what the file names records by. Names of no record are added to the faults. */
export function resolveNames(body: Body, references: readonly Reference[], { path, faults, named }: Names): Body {
  const names = new Set(references.map(({ from }) => from));
  const resolved = Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
  for (const reference of references) {
    const { from, to } = reference;
    const text = body[from];
    if (text === undefined || text === null) continue;
    const id = typeof text === 'string' ? named.get(reference)?.idOf(text.trim()) : undefined;
    if (id === undefined) faults[path + from] = [{ key: 'validation.exists' }];
    // An export of another tenant has other ids: the name counts, and two names must agree.
    else if (body[to] === undefined && resolved[to] !== undefined && resolved[to] !== id) {
      faults[path + from] = [{ key: 'imports.named_twice', params: { from, to } }];
    } else resolved[to] = id;
  }
  return resolved;
}
