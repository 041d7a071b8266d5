import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../functions');

/** @returns names of the functions that have a file in `src/database/functions`, in their order */
export function functionNames(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

/**
 * @returns SQL that creates or replaces the function of this name and its triggers
 * @throws Error when there is no such file
 */
export function functionFile(name: string, folder = FOLDER): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8');
}
