const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, sep } = require('node:path');
const { transformSync } = require('@swc/core');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '../../..');
const SHARED = [join(ROOT, 'src') + sep, join(ROOT, 'node_modules') + sep, join(ROOT, 'test/support/documented.ts')];
const configFile = join(ROOT, '.swcrc');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, configFile, sourceMaps: 'inline' });
  module._compile(code, filename);
};

class SharingRuntime extends Runtime {
  requireModule(from, moduleName, options, isRequireActual) {
    if (!options?.isInternalModule && moduleName && !this._resolution.isCoreModule(moduleName)) {
      const path = this._resolution.resolveCjs(from, moduleName);
      if (!/\.(spec|test)\.ts$/.test(path) && SHARED.some((folder) => path.startsWith(folder))) return require(path);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
}
module.exports = { default: SharingRuntime, __esModule: true };
