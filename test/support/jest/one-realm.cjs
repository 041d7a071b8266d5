const { ModuleMocker } = require('jest-mock');

/**
 * An environment without a sandbox: test files run in the worker's realm, like the shared modules (shared-modules.cjs).
 * So both use the same classes and the same global variables.
 *
 * Fake timers are not supported: tests control time through `Clock`.
 */
module.exports = class OneRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  /** Originals of the globals that Jest replaces for one file. */
  before = { console, exit: process.exit, getBuiltinModule: process.getBuiltinModule };

  async setup() {}

  async teardown() {
    const { console, ...ofProcess } = this.before;
    Object.assign(process, ofProcess);
    globalThis.console = console;
    // Jest stores a file's tests and listeners under symbols such as JEST_STATE_SYMBOL and EVENT_HANDLERS.
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (/^[A-Z_]+$/.test(key.description ?? '')) Reflect.deleteProperty(globalThis, key);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
