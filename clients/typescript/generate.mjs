/**
 * Writes `src/generated` from the OpenAPI documents. Returns immediately if the files match their inputs. Several
 * processes may run it at the same time, because files are renamed into place. Programs that need the files import or
 * run this first.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const TARGET = join(HERE, 'src/generated');
const FORMS = ['a', 'b'];
const documentOf = (form) => join(ROOT, `openapi/form-${form}.json`);

/** Written last. Its first line contains the hash of the inputs: if it matches, all other files exist. */
const LAST = 'form-b/index.ts';

/** The documents, this program, and the versions of generator and compiler. */
const inputs = [...FORMS.map(documentOf), join(HERE, 'generate.mjs'), join(ROOT, 'package-lock.json')];
const hash = createHash('sha256');
for (const file of inputs) hash.update(readFileSync(file));
const firstLine = `// SHA-256 of the inputs: ${hash.digest('hex')}\n`;

const isCurrent = () =>
  existsSync(join(TARGET, LAST)) && readFileSync(join(TARGET, LAST), 'utf8').startsWith(firstLine);

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** Types and operations of one form, with their runtime, so that the package has no dependencies. */
const job = (form, folder) => ({
  input: documentOf(form),
  output: { path: join(folder, `form-${form}`), importFileExtension: '.js' },
  logs: { level: 'silent', file: false },
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

async function generate(folder) {
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient(FORMS.map((form) => job(form, folder)));
  for (const form of FORMS) {
    // An operation called without options throws an error that names the missing option (src/connection.ts).
    const file = join(folder, `form-${form}/sdk.gen.ts`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\boptions\.(client|headers)\b/g, 'options?.$1'));
  }
  writeFileSync(join(folder, LAST), firstLine + readFileSync(join(folder, LAST), 'utf8'));
}

/** Moves the files one by one, and deletes those that are not generated any more. */
function publish(folder) {
  const files = filesBelow(folder).filter((name) => name !== LAST);
  for (const name of [...files, LAST]) {
    mkdirSync(dirname(join(TARGET, name)), { recursive: true });
    renameSync(join(folder, name), join(TARGET, name));
  }
  const expected = new Set([...files, LAST]);
  for (const name of filesBelow(TARGET)) if (!expected.has(name)) rmSync(join(TARGET, name));
}

if (!isCurrent()) {
  mkdirSync(join(ROOT, '.procurement'), { recursive: true });
  // On the same file system as the target, so that a rename is atomic.
  const folder = mkdtempSync(join(ROOT, '.procurement/generated-'));
  try {
    await generate(folder);
    publish(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
