import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Boundaries, sqlViolations } from './sql';

/** `npm run boundaries:sql`: fails if SQL of a module uses tables of other modules without permission. */

const ROOT = resolve(__dirname, '../..');
const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|sql)$/.test(name))
  .map((name) => `src/${name}`)
  .sort()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const violations = sqlViolations(files, createRequire(join(ROOT, 'package.json'))('./.boundaries.cjs') as Boundaries);
for (const sentence of violations) console.error(sentence);
console.error(violations.length === 0 ? '✔ no SQL goes where it may not' : `${violations.length} in all`);
process.exit(violations.length === 0 ? 0 : 1);
