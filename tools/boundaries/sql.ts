import {
  createSourceFile,
  forEachChild,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
  type Node,
  ScriptTarget,
} from 'typescript';

/** The rules in `.boundaries.cjs`. */
export interface Boundaries {
  /** Modules by row: SQL may use tables of the same row and the rows above. */
  readonly ORDER: readonly (readonly string[])[];
  readonly TABLES_WITHOUT_ENTITY: Readonly<Record<string, string>>;
  readonly SQL_READERS: readonly SqlReader[];
  /** SQL functions by owning module. They may read and write any table. */
  readonly SQL_FUNCTIONS: Readonly<Record<string, readonly string[]>>;
}

/** A file that may read tables of other modules. */
export interface SqlReader {
  readonly file: string;
  readonly reads: readonly string[];
  /** Tables that it also writes as the owner of the schema, for commands outside the modules' services. */
  readonly writes?: readonly string[];
  readonly because: string;
}

/** A source file with its path from the root (`src/procurement/vendors/vendors.queries.ts`). */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A reference to another module's table in SQL. */
export interface ForeignTable {
  readonly file: string;
  readonly line: number;
  readonly table: string;
  readonly owner: string;
  /** Whether the SQL inserts, updates or deletes rows. */
  readonly written: boolean;
  /** Whether the table's module is in a lower row than the file's. */
  readonly upward: boolean;
}

/** @returns the module of a file: `common`, `messages`, or a folder of a group; undefined directly in `src/` */
export function moduleOf(path: string): string | undefined {
  const [root, group, name] = path.split('/');
  if (root !== 'src' || name === undefined) return undefined;
  return group === 'common' || group === 'messages' ? group : name;
}

/** @throws Error for a table of a migration without owner */
export function tableOwners(
  files: readonly SourceFile[],
  withoutEntity: Readonly<Record<string, string>>,
): Map<string, string> {
  const owners = new Map(Object.entries(withoutEntity));
  for (const { path, text } of files) {
    const owner = moduleOf(path);
    for (const [, table = ''] of text.matchAll(/@Entity\('(\w+)'/g)) if (owner !== undefined) owners.set(table, owner);
  }
  const made = files
    .filter(({ path }) => path.includes('/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/CREATE TABLE (\w+)/g)].map(([, table = '']) => table));
  const unowned = made.filter((table) => !owners.has(table));
  if (unowned.length > 0)
    throw new Error(`No entity and no line in .boundaries.cjs says whose these tables are: ${unowned.join(', ')}`);
  return owners;
}

/** Excludes specs, migrations and entities. */
export const isChecked = ({ path }: SourceFile): boolean =>
  path.endsWith('.ts') && !/\.spec\.ts$|\/migrations\/|\.entity\.ts$/.test(path);

/**
 * Finds tables of other modules in the SQL of a file. A text counts as SQL if a table follows an upper-case keyword:
 * FROM, JOIN, INTO, UPDATE, USING, TABLE, or a comma in such a list.
 */
export function foreignTables(
  file: SourceFile,
  owners: ReadonlyMap<string, string>,
  order: Boundaries['ORDER'],
): ForeignTable[] {
  const own = moduleOf(file.path);
  const rowOf = (module: string | undefined): number => {
    const row = order.findIndex((names) => module !== undefined && names.includes(module));
    return row < 0 ? Infinity : row;
  };
  return texts(file).flatMap(({ text, line }) =>
    tablesIn(text, owners)
      .map(({ table, at, written }) => ({
        table,
        written,
        line: line + newlines(text.slice(0, at)),
        owner: owners.get(table) ?? '',
      }))
      .filter(({ owner }) => owner !== own)
      .map((found) => ({ ...found, file: file.path, upward: rowOf(found.owner) > rowOf(own) })),
  );
}

const newlines = (text: string): number => text.split('\n').length - 1;

/**
 * String literals and templates of a file. In a `*.sql.ts` a literal that is only a table name counts as `FROM` it.
 * Substitutions of templates are replaced with `?` and checked separately.
 */
function texts({ path, text }: SourceFile): { readonly text: string; readonly line: number }[] {
  const source = createSourceFile(path, text, ScriptTarget.Latest);
  const found: { text: string; line: number }[] = [];
  const visit = (node: Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
      const isName = path.endsWith('.sql.ts') && /^[a-z]+_[a-z_]+$/.test(node.text);
      found.push({ text: isName ? `FROM ${node.text}` : node.text, line });
    }
    if (isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      found.push({ text: parts.join('?'), line });
    }
    forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** For example `FROM public.orders o, vendors v`. */
const NAMED =
  /\b(DELETE FROM|FROM|JOIN(?: LATERAL)?|INSERT INTO|MERGE INTO|INTO|UPDATE|TRUNCATE|TABLE|USING)\s+(?:ONLY\s+)?(?:public\.)?"?([a-z_]+)\b"?/g;
const NEXT = /^(?:\s+AS)?(?:\s+[a-z]\w*)?\s*,\s*(?:public\.)?"?([a-z_]+)\b"?/;
const WRITES = new Set(['DELETE FROM', 'INSERT INTO', 'MERGE INTO', 'UPDATE', 'TRUNCATE']);

function tablesIn(
  text: string,
  owners: ReadonlyMap<string, string>,
): { readonly table: string; readonly at: number; readonly written: boolean }[] {
  return [...text.matchAll(NAMED)].flatMap((match) => {
    const [whole, keyword = '', first = ''] = match;
    const found = [{ table: first, at: match.index, written: WRITES.has(keyword) }];
    let end = match.index + whole.length;
    for (let next = NEXT.exec(text.slice(end)); next && keyword !== 'UPDATE'; next = NEXT.exec(text.slice(end))) {
      found.push({ table: next[1] ?? '', at: end, written: false });
      end += next[0].length;
    }
    return found.filter(({ table }) => owners.has(table));
  });
}

/**
 * @returns one sentence per violation: forbidden foreign tables and writes, functions without owner, needless entries
 * @throws Error for a table of a migration without owner
 */
export function sqlViolations(files: readonly SourceFile[], boundaries: Boundaries): string[] {
  const owners = tableOwners(files, boundaries.TABLES_WITHOUT_ENTITY);
  const found = files.filter(isChecked).flatMap((file) => foreignTables(file, owners, boundaries.ORDER));
  const readers = new Map(boundaries.SQL_READERS.map((reader) => [reader.file, reader]));
  const faults = found.flatMap(({ file, line, table, owner, written, upward }) => {
    const place = `${file}:${line}`;
    const whose = `${table}, a table of ${owner}${upward ? ', which is further down the order' : ''}`;
    if (written && readers.get(file)?.writes?.includes(table)) return [];
    if (written) return [`${place} writes to ${whose}: only ${owner} writes there`];
    if (readers.get(file)?.reads.includes(table)) return [];
    return [`${place} reads ${whose}: only a *.sql.ts may, which .boundaries.cjs lists with the reason`];
  });
  const stale = boundaries.SQL_READERS.flatMap((reader) => faultsOf(reader, found));
  return [...new Set([...faults, ...stale, ...functionsWithoutOwner(files, boundaries)])];
}

function functionsWithoutOwner(files: readonly SourceFile[], { ORDER, SQL_FUNCTIONS }: Boundaries): string[] {
  const named = new Set(Object.values(SQL_FUNCTIONS).flat());
  const there = files.flatMap(({ path }) => /\/functions\/(\w+)\.sql$/.exec(path)?.[1] ?? []);
  const modules = new Set(ORDER.flat());
  return [
    ...there
      .filter((name) => !named.has(name))
      .map((name) => `.boundaries.cjs does not say whose the SQL function ${name} is`),
    ...[...named]
      .filter((name) => !there.includes(name))
      .map((name) => `.boundaries.cjs names the SQL function ${name}, which has no file`),
    ...Object.keys(SQL_FUNCTIONS)
      .filter((module) => !modules.has(module))
      .map((module) => `.boundaries.cjs gives SQL functions to ${module}, which is no module`),
  ];
}

function faultsOf({ file, reads, writes = [], because }: SqlReader, found: readonly ForeignTable[]): string[] {
  const own = found.filter((table) => table.file === file);
  const read = new Set(own.map(({ table }) => table));
  const changed = new Set(own.filter(({ written }) => written).map(({ table }) => table));
  return [
    ...(file.endsWith('.sql.ts') ? [] : [`.boundaries.cjs lists ${file}, which is no *.sql.ts`]),
    ...(because.trim() === '' ? [`.boundaries.cjs gives no reason for ${file}`] : []),
    ...reads
      .filter((table) => !read.has(table))
      .map((table) => `.boundaries.cjs lets ${file} read ${table}, which it does not`),
    ...writes
      .filter((table) => !changed.has(table))
      .map((table) => `.boundaries.cjs lets ${file} write to ${table}, which it does not`),
  ];
}
