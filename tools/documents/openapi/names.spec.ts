import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const SOURCES = join(ROOT, 'src');

interface Document {
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>> & {
    readonly schemas: Readonly<Record<string, { readonly title?: string }>>;
  };
  readonly tags: readonly { readonly name: string }[];
}

const documentOf = (form: 'a' | 'b'): Document =>
  JSON.parse(readFileSync(join(ROOT, 'openapi', `form-${form}.json`), 'utf8')) as Document;

const schemasOf = (form: 'a' | 'b'): Document['components']['schemas'] => documentOf(form).components.schemas;

function declaredClasses(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^\s*(?:export )?(?:abstract )?class (\w+)/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
}

describe('the schemas of the documents', () => {
  const all = { ...schemasOf('a'), ...schemasOf('b') };
  // Schemas with a title are enums from src/integration/reference.
  const titles = new Set(Object.values(all).map(({ title }) => title));
  const schemas = new Set(Object.keys(all));
  const declared = declaredClasses().filter((name) => schemas.has(name));

  it('have classes with unique names, because a document would show only one of two', () => {
    expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
  });

  it('include only known kinds without a class: errors, events, envelopes and named enums', () => {
    const classes = new Set(declared);
    const others = [...schemas].filter((name) => !classes.has(name) && !titles.has(name));
    expect(others.filter((name) => !/(Error|Event|Envelope|Meta|Links)$|^Event/.test(name))).toEqual([]);
    expect(classes.size).toBeGreaterThan(200);
  });
});

/** Except examples and defaults, which are data. */
function* objectsIn(value: unknown, place = '#'): Generator<readonly [place: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) {
    if (!['example', 'examples', 'default', 'const'].includes(name)) yield* objectsIn(inner, `${place}/${name}`);
  }
}

function alike(names: readonly string[]): string[] {
  const made = names.map((name) => name.replace(/[^A-Za-z0-9]+/g, '').toLowerCase());
  return names.filter((_, index) => made.indexOf(made[index] ?? '') !== index);
}

describe.each(['a', 'b'] as const)('the document of Form %s, for client generators', (form) => {
  const document = documentOf(form);
  const objects = [...objectsIn(document)];
  const components = Object.values(document.components).flatMap((group) => Object.keys(group));

  it('names components with identifiers that differ in more than letter case', () => {
    expect(components.length).toBeGreaterThan(400);
    expect(components.filter((name) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(name))).toEqual([]);
    expect(alike(components)).toEqual([]);
  });

  it('has only a description or a summary next to a reference', () => {
    const beside = objects
      .filter(([, object]) => typeof object['$ref'] === 'string')
      .map(([place, { $ref: _, description: _d, summary: _s, ...others }]) => [place, ...Object.keys(others)]);
    expect(beside.length).toBeGreaterThan(1000);
    expect(beside.filter(([, ...others]) => others.length > 0)).toEqual([]);
  });

  it('has no reference without a target', () => {
    const places = new Set(objects.map(([place]) => place));
    const leads = objects.map(([, { $ref }]) => $ref).filter((ref) => typeof ref === 'string');
    expect(leads.filter((ref) => !places.has(ref))).toEqual([]);
  });

  it('has no enum in which two values produce the same identifier', () => {
    const sets = objects.filter(([, { enum: values }]) => Array.isArray(values));
    const names = sets.map(([place, { enum: values, 'x-enum-varnames': named = values }]): [string, string[]] => [
      place,
      (named as unknown[]).filter((value) => value !== null).map(String),
    ]);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter(([, made]) => alike(made).length > 0 || made.some((name) => !/^[A-Za-z]/.test(name)))).toEqual(
      [],
    );
  });

  it('has no two tags that produce the same identifier', () => {
    const tags = document.tags.map(({ name }) => name);
    expect(tags.filter((tag) => !/^[A-Z][A-Za-z ]*$/.test(tag))).toEqual([]);
    expect(alike(tags)).toEqual([]);
  });

  it('has no operation in which two parameters produce the same identifier', () => {
    const shared = document.components['parameters'] as Readonly<Record<string, { readonly name: string }>>;
    const nameOf = (one: { readonly $ref?: string; readonly name?: string }): string =>
      one.name ?? shared[one.$ref?.split('/').at(-1) ?? '']?.name ?? '';
    const lists = objects.flatMap(([place, { parameters }]) =>
      Array.isArray(parameters) ? [[place, alike((parameters as object[]).map(nameOf))] as const] : [],
    );
    expect(lists.length).toBeGreaterThan(100);
    expect(lists.filter(([, same]) => same.length > 0)).toEqual([]);
  });
});
