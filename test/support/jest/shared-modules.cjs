/**
 * Jest's runtime, except that modules that no test changes are loaded once per worker instead of once per test file:
 * packages, the service's source, and the OpenAPI documents. All code, including test files, runs in the worker's own
 * realm (one-realm.cjs). Loading modules and looking up globals in a sandbox took half of the processor time.
 *
 * Test files and their support code are still loaded per file, so their state is separate. Spies work on shared modules,
 * and Jest restores them when the file ends. `jest.mock` does not affect shared modules; no test here uses it.
 */
const { realpathSync } = require('node:fs');
const { join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '../../..');
/** The real path, because the packages of a project copy may be linked. */
const PACKAGES = realpathSync(join(ROOT, 'node_modules')) + sep;
const SHARED = [join(ROOT, 'src') + sep, join(ROOT, 'tools') + sep, PACKAGES, join(ROOT, 'test/support/documented.ts')];
const isShared = (file) => !/\.(spec|test)\.ts$/.test(file) && SHARED.some((place) => file.startsWith(place));

/** Of all loaded files, so that stack traces of every test file show lines of the source. */
const sourceMaps = new Map();
/** Compiles shared modules: the transformer of the running test file. */
let transformCache;

/** Dynamic imports in the source contain the name of the compiled file. */
const COMPILED = /require\("(\.[^"]+)\.js"\)/g;

require.extensions['.ts'] = (module, file) =>
  module._compile(transformCache.transform(file).replace(COMPILED, 'require("$1")'), file);

module.exports = class SharedModules extends Runtime {
  constructor(...facts) {
    super(...facts);
    this.transformCache.sourceMaps = sourceMaps;
    transformCache = this.transformCache;
    const parameters = this.executor.injectedModuleParameters;
    this.executor.compile = (source, filename) => compileFunction(source, parameters, { filename });
  }

  requireModule(from, moduleName, options, isRequireActual) {
    // Jest's own modules ("internal") have the state of the running file.
    if (moduleName && !options?.isInternalModule && !this._resolution.isCoreModule(moduleName)) {
      const file = this._resolution.resolveCjs(from, moduleName);
      if (isShared(file)) return require(file);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};
