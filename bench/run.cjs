/**
 * Runs a program of this folder from its TypeScript: `node bench/run.cjs main --quick`. Compiled as it is loaded, by
 * the same rules as the service (.swcrc), so that a clean clone needs no build of its own for it.
 */
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const configFile = join(__dirname, '..', '.swcrc');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, configFile, sourceMaps: 'inline' });
  module._compile(code, filename);
};

const program = process.argv.splice(2, 1)[0] ?? 'main';
require(resolve(__dirname, `${program}.ts`));
