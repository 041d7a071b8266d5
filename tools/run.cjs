/** Runs a TypeScript program without a build: `node tools/run.cjs tools/tour.ts`. Uses the service's rules (.swcrc). */
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const ROOT = resolve(__dirname, '..');
const configFile = join(ROOT, '.swcrc');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, configFile, sourceMaps: 'inline' });
  module._compile(code, filename);
};

const [program] = process.argv.splice(2, 1);
if (program === undefined) throw new Error('Name a program: node tools/run.cjs tools/tour.ts');
require(join(ROOT, program));
