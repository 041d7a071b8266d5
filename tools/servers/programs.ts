import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first program of one of these names, tried in turn, among the folders of `searchPath`, a PATH; undefined when there is none. */
export function findProgram(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
