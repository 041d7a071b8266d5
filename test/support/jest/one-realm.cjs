const { ModuleMocker } = require('jest-mock');

/**
 * An environment without a sandbox: a test file runs in its worker's own realm, where the shared modules are
 * (shared-modules.cjs). What it makes is of the same classes, and a variable that it sets is one that they read.
 *
 * Jest's timers are not faked here: time comes from `Clock`.
 */
module.exports = class OneRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  /** What Jest puts its own in the place of, for one file. */
  before = { console, exit: process.exit, getBuiltinModule: process.getBuiltinModule };

  async setup() {}

  async teardown() {
    const { console, ...ofProcess } = this.before;
    Object.assign(process, ofProcess);
    globalThis.console = console;
    // Jest keeps the tests of a file, and who listens to them, by symbols such as JEST_STATE_SYMBOL and EVENT_HANDLERS.
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
