import { postmanToBruno } from '@usebruno/converters';
import { stringifyCollection, stringifyFolder, stringifyRequest } from '@usebruno/filestore';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenApi } from './document';
import { FILES, postmanCollection } from './postman';

const BRU = { format: 'bru' } as const;

/** `npm start` prints the demo tenant's token. The secret is kept by Bruno, never in a file. */
const ENVIRONMENT = 'vars:secret [\n  token\n]\n';

/** The files of a Bruno collection, by their path in its folder: what Bruno makes of a Postman collection that it imports. */
export async function brunoFiles(postman: object): Promise<Map<string, string>> {
  // From one request to the next Bruno's runner keeps only variables of the run.
  const text = JSON.stringify(postman).replaceAll('pm.collectionVariables.set(', 'pm.variables.set(');
  const { collection } = await postmanToBruno(JSON.parse(text) as object, { useWorkers: false });
  const { name, root, items } = collection;
  const files = new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name, type: 'collection', ignore: [] }, undefined, 2)}\n`],
    ['collection.bru', stringifyCollection(root, {}, BRU)],
    ['environments/local.bru', ENVIRONMENT],
    ...Object.entries(FILES),
  ]);
  for (const [index, folder] of items.entries()) {
    const meta = { ...folder.root.meta, seq: index + 1 };
    files.set(`${folder.name}/folder.bru`, stringifyFolder({ ...folder.root, meta }, BRU));
    for (const request of folder.items)
      files.set(`${folder.name}/${fileName(request.name)}.bru`, stringifyRequest(request, BRU));
  }
  return files;
}

/** As Bruno names the files of a folder: what a file system minds becomes a hyphen. */
const fileName = (name: string): string => name.replace(/[<>:"/\\|?*]/g, '-');

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
