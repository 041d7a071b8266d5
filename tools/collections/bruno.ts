import { postmanToBruno } from '@usebruno/converters';
import { stringifyCollection, stringifyFolder, stringifyRequest } from '@usebruno/filestore';
import { FILES } from './bodies';

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
