import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly version: string;
}

let version: string | undefined;

export function serviceVersion(): string {
  // package.json is two folders above both src/platform/config and dist/config.
  version ??= (JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as Package).version;
  return version;
}
