import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES } from './bodies';
import { brunoFiles } from './bruno';
import type { OpenApi } from './document';
import { postmanCollection } from './postman';

const ROOT = join(__dirname, '../..');

/**
 * Writes the Bruno and Postman collections of both OpenAPI documents, in place of those that the folder has.
 * @throws Error that names the operation which cannot be asked, and why
 */
export async function writeCollections(folder: string): Promise<void> {
  const bruno = join(folder, 'bruno');
  const postman = join(folder, 'postman');
  for (const part of [bruno, postman]) rmSync(part, { recursive: true, force: true });
  for (const form of ['a', 'b']) {
    const document = JSON.parse(readFileSync(join(ROOT, `openapi/form-${form}.json`), 'utf8')) as OpenApi;
    const collection = postmanCollection(document);
    write(join(postman, `form-${form}.postman_collection.json`), `${JSON.stringify(collection, undefined, 2)}\n`);
    for (const [path, text] of await brunoFiles(collection)) write(join(bruno, `form-${form}`, path), text);
  }
  for (const [name, text] of Object.entries(FILES)) write(join(postman, name), text);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (require.main === module) void writeCollections(join(ROOT, 'collections'));
