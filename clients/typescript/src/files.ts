import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Reads a file for an upload: `api.purchaseOrders.documents.create({ path, body: { file: await fileAt('quote.pdf') }
 * })`. The service detects the type from the content; the extension of the name must match.
 * @param name default: the name of the file
 */
export async function fileAt(path: string, name: string = basename(path)): Promise<File> {
  return new File([await readFile(path)], name);
}
