const { availableParallelism } = require('node:os');

/**
 * `PLAIN_JEST=1` runs the suite without our two files that replace private parts of Jest. They only save time
 * (docs/decisions/jest-runtime.md).
 */
const faster =
  process.env['PLAIN_JEST'] === '1'
    ? // The source imports modules on demand by the name of their compiled file.
      { moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1', '$1.js'] } }
    : {
        runtime: '<rootDir>/test/support/jest/shared-modules.cjs',
        testEnvironment: '<rootDir>/test/support/jest/one-realm.cjs',
      };

/** Four tiers, one question each, and what runs only at night: docs/architecture.md, "Tests". */
const shared = {
  ...faster,
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  // Copies of the source, while mutants are tried.
  modulePathIgnorePatterns: ['<rootDir>/.procurement'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
};

/** PostgreSQL and Redis for every tier but the pure one, started once a run. */
const served = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  // One more than there are cores, for every fourth second of a file is spent waiting; many more share one database server.
  maxWorkers: Math.min(availableParallelism() + 1, 4),
  projects: [
    { ...shared, displayName: 'pure', testMatch: ['<rootDir>/{src,tools,bench}/**/*.spec.ts'] },
    { ...served, displayName: 'database', testMatch: ['<rootDir>/test/database/**/*.test.ts'] },
    { ...served, displayName: 'contract', testMatch: ['<rootDir>/test/contract/**/*.test.ts'] },
    { ...served, displayName: 'scenario', testMatch: ['<rootDir>/test/scenario/**/*.test.ts'] },
    ...(process.env['WHOLE_SUITE'] === '1'
      ? [{ ...served, displayName: 'nightly', testMatch: ['<rootDir>/test/nightly/*.test.ts'] }]
      : []),
  ],
};
