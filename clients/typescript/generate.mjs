/**
 * Writes `src/generated` from the OpenAPI documents; `--check` writes nothing and fails when it is not what they say.
 * Run it by `npm run client:generate` or `npm run client:check` at the root.
 */
import { createClient } from '@hey-api/openapi-ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const COMMITTED = join(HERE, 'src/generated');
const CHECK = process.argv.includes('--check');

/** One form's types and operations, and what they stand on, so that the package depends on nothing. */
const job = (form, folder) => ({
  input: join(HERE, `../../openapi/form-${form}.json`),
  output: { path: join(folder, `form-${form}`), importFileExtension: '.js' },
  logs: { level: 'warn', file: false },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/client-fetch', throwOnError: true, baseUrl: false },
    {
      name: '@hey-api/sdk',
      // `purchaseOrders.approve` becomes `api.purchaseOrders.approve(...)`.
      operations: { strategy: 'single', containerName: 'Operations', nesting: 'operationId', nestingDelimiters: /\./ },
    },
  ],
});

/** Every file below a folder with its text. */
const contents = (folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  );

const folder = CHECK ? mkdtempSync(join(tmpdir(), 'procurement-generated-')) : COMMITTED;
try {
  await createClient(['a', 'b'].map((form) => job(form, folder)));
  for (const form of ['a', 'b']) {
    // An operation that is called without options names what is missing (src/connection.ts).
    const file = join(folder, `form-${form}/sdk.gen.ts`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\boptions\.(client|headers)\b/g, 'options?.$1'));
  }
  if (CHECK) {
    const [wanted, found] = [contents(folder), contents(COMMITTED)];
    const differing = [...new Set([...wanted.keys(), ...found.keys()])].filter(
      (file) => wanted.get(file) !== found.get(file),
    );
    if (differing.length > 0) {
      console.error(`clients/typescript/src/generated is not what openapi/ says: ${differing.join(', ')}.`);
      console.error('Run npm run client:generate.');
      process.exitCode = 1;
    }
  }
} finally {
  if (CHECK) rmSync(folder, { recursive: true, force: true });
}
