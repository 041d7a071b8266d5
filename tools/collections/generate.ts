import { postmanToBruno } from '@usebruno/converters';
import { stringifyCollection, stringifyFolder, stringifyRequest } from '@usebruno/filestore';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenApi } from './document';
import { FILES, postmanCollection } from './postman';

const BRU = { format: 'bru' } as const;

/** `npm start` prints the demo tenant's token. Bruno stores the secret outside the files. */
const ENVIRONMENT = 'vars:secret [\n  token\n]\n';

/** The files of a Bruno collection by path, converted from a Postman collection. */
export async function brunoFiles(postman: object): Promise<Map<string, string>> {
  // Bruno's runner passes only variables of the run from request to request.
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

/** Bruno replaces characters that file systems reject with a hyphen. */
const fileName = (name: string): string => name.replace(/[<>:"/\\|?*]/g, '-');

const ROOT = join(__dirname, '../..');

/** @throws Error for an operation that cannot be requested, with the reason */
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
