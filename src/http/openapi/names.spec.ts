import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(__dirname, '..', '..');

/** A document has one schema a name: of two classes that share one, it would show the other's fields. */
it('no two classes of requests and answers share a name', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^export class (\w+(?:In|Input|Out))\b/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
