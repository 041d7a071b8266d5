import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../../src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));

/** Classes by implemented interface. */
const implementers = new Map<string, string[]>();
for (const { text } of files) {
  for (const [, found = '', interfaces = ''] of text.matchAll(/export class (\w+)[^{]*? implements ([^{]+) \{/g)) {
    for (const name of interfaces.split(',')) {
      const port = name.trim();
      implementers.set(port, [...(implementers.get(port) ?? []), found]);
    }
  }
}

// Readers of a port can then find the implementing class.
it.each(files.filter(({ name }) => name.endsWith('/ports.ts')))(
  'names in $name the classes that implement each port',
  ({ text }) => {
    const ports = [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport interface (\w+)/g)];
    const missing = ports.flatMap(([, comment = '', port = '']) =>
      (implementers.get(port) ?? []).filter((found) => !comment.includes(`\`${found}\``)),
    );
    expect(missing).toEqual([]);
  },
);
