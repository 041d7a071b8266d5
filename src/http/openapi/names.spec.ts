import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
const SOURCES = join(ROOT, 'src');

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly title?: string }>> };
}

/** All schemas of a committed document by their names. */
function schemasOf(form: 'a' | 'b'): Document['components']['schemas'] {
  const document = JSON.parse(readFileSync(join(ROOT, 'openapi', `form-${form}.json`), 'utf8')) as Document;
  return document.components.schemas;
}

/** Names of all classes of the sources, exported or not, as often as they are declared. */
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
  // What has a title is a set of values, named in src/reference.
  const titles = new Set(Object.values(all).map(({ title }) => title));
  const schemas = new Set(Object.keys(all));
  const declared = declaredClasses().filter((name) => schemas.has(name));

  it('are made of classes whose names no two share: a document would show the fields of only one', () => {
    expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
  });

  it('are found here but for those that no class makes: of errors, events, envelopes and named sets of values', () => {
    const classes = new Set(declared);
    const others = [...schemas].filter((name) => !classes.has(name) && !titles.has(name));
    expect(others.filter((name) => !/(Error|Event|Envelope|Meta|Links)$|^Event/.test(name))).toEqual([]);
    expect(classes.size).toBeGreaterThan(200);
  });
});
