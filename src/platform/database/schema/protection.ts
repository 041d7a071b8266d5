import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from './catalog';

/** The file in which `npm run migration:generate` writes the protection that the migrations make. */
export const PROTECTION_FILE = 'migrations/protection.json';

/** Lines of a catalog about rights, row policies, row level security and triggers. */
const PROTECTS = /^(service may|everybody may|policy|row level security|trigger) /;

/** @returns only the lines that protect data: rights, row policies, row level security and triggers */
export function protectionOf(catalog: Catalog): Catalog {
  const objects = Object.entries(catalog).map(([object, lines]) => [
    object,
    lines.filter((line) => PROTECTS.test(line)),
  ]);
  return Object.fromEntries(objects) as Catalog;
}

/** @returns the protection that the migrations of this build make, from {@link PROTECTION_FILE} */
export function expectedProtection(): Catalog {
  return JSON.parse(readFileSync(join(__dirname, '..', PROTECTION_FILE), 'utf8')) as Catalog;
}

/** @returns the text of {@link PROTECTION_FILE} for a database that has been migrated */
export const protectionText = (catalog: Catalog): string => `${JSON.stringify(protectionOf(catalog), null, 2)}\n`;
