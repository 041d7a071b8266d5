import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
const SOURCES = join(ROOT, 'src');

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Names of all schemas of a committed document. */
function schemasOf(form: 'a' | 'b'): string[] {
  const document = JSON.parse(readFileSync(join(ROOT, 'openapi', `form-${form}.json`), 'utf8')) as Document;
  return Object.keys(document.components.schemas);
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
  const schemas = new Set([...schemasOf('a'), ...schemasOf('b')]);
  const declared = declaredClasses().filter((name) => schemas.has(name));

  it('are made of classes whose names no two share: a document would show the fields of only one', () => {
    expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
  });

  it('are found here but for those that no class makes: of errors and of events', () => {
    const classes = new Set(declared);
    const others = [...schemas].filter((name) => !classes.has(name));
    expect(others.filter((name) => !/(Error|Event)$|^Event/.test(name))).toEqual([]);
    expect(classes.size).toBeGreaterThan(200);
  });
});
