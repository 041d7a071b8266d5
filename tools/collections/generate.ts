import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brunoFiles } from './bruno';
import type { OpenApi } from './document';
import { FILES, planOf } from './plan';
import { postmanCollection } from './postman';

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, 'collections');

/** Every file of the collections, by its path below `collections/`. */
function wanted(): Map<string, string> {
  const files = new Map<string, string>();
  for (const form of ['a', 'b']) {
    const document = JSON.parse(readFileSync(join(ROOT, `openapi/form-${form}.json`), 'utf8')) as OpenApi;
    const plan = planOf(document);
    for (const [path, text] of brunoFiles(plan)) files.set(join('bruno', `form-${form}`, path), text);
    files.set(
      join('postman', `form-${form}.postman_collection.json`),
      `${JSON.stringify(postmanCollection(plan), undefined, 2)}\n`,
    );
  }
  for (const [name, text] of Object.entries(FILES)) files.set(join('postman', name), text);
  return files;
}

/** What is there, but for what is written by hand. */
function found(): Map<string, string> {
  const parts = ['bruno', 'postman'].map((part) => join(FOLDER, part));
  const files = parts.flatMap((part) => {
    mkdirSync(part, { recursive: true });
    return readdirSync(part, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  });
  return new Map(
    files
      .map((one) => join(one.parentPath, one.name))
      .map((file) => [relative(FOLDER, file), readFileSync(file, 'utf8')]),
  );
}

/** `generate.js` writes the collections of the OpenAPI documents; `--check` compares and fails on any difference. */
function main(): void {
  const [want, have] = [wanted(), found()];
  const differing = [...new Set([...want.keys(), ...have.keys()])].filter((file) => want.get(file) !== have.get(file));
  if (process.argv.includes('--check')) {
    if (differing.length > 0)
      throw new Error(
        `collections/ is not what openapi/ says: ${differing.join(', ')}. Run npm run collections:generate.`,
      );
    return;
  }
  for (const file of differing) {
    const text = want.get(file);
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
    if (text === undefined) rmSync(join(FOLDER, file));
    else writeFileSync(join(FOLDER, file), text);
  }
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
