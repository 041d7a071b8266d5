import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * A file of the disk as an upload takes it: `api.purchaseOrders.documents.create({ path, body: { file: await fileAt('quote.pdf') } })`.
 * The service tells its type by its content; its name has to fit.
 * @param name another name than its own
 */
export async function fileAt(path: string, name: string = basename(path)): Promise<File> {
  return new File([await readFile(path)], name);
}
