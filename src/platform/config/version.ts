import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly version: string;
}

let version: string | undefined;

/** The version of the service, as its package.json says: `0.1.0`. */
export function serviceVersion(): string {
  // Two folders up from src/platform/config and from dist/config alike.
  version ??= (JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as Package).version;
  return version;
}
