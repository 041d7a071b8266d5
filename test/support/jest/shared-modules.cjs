/**
 * Jest's runtime, but what no test changes is loaded once for each worker and not once for each test file: packages, the
 * service's source, and the documents that answers are held against. And all of it, the test files too, runs in the
 * worker's own realm (one-realm.cjs). Loading and looking up globals in a sandbox took half of the processor's time.
 *
 * A test file and its support are loaded anew, so what they keep is theirs. Spies reach what is shared, and Jest takes
 * them back when their file ends; `jest.mock` does not reach it, and nothing here is mocked by its path.
 */
const { realpathSync } = require('node:fs');
const { join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '../../..');
/** A copy of the project may have its packages by a link; they are found by where they are. */
const PACKAGES = realpathSync(join(ROOT, 'node_modules')) + sep;
const SHARED = [join(ROOT, 'src') + sep, join(ROOT, 'tools') + sep, PACKAGES, join(ROOT, 'test/support/documented.ts')];
const isShared = (file) => !/\.(spec|test)\.ts$/.test(file) && SHARED.some((place) => file.startsWith(place));

/** Of all files that were loaded, whichever test file needed them first: stack traces show lines of the source. */
const sourceMaps = new Map();
/** Compiles what is loaded for all: the one of the file that is running. */
let transformCache;

/** The source imports modules on demand by the name of their compiled file. */
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
    // Jest's own modules ("internal") keep the state of the file that is running.
    if (moduleName && !options?.isInternalModule && !this._resolution.isCoreModule(moduleName)) {
      const file = this._resolution.resolveCjs(from, moduleName);
      if (isShared(file)) return require(file);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};
