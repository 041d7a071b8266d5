const { availableParallelism } = require('node:os');

/** Four tiers, one question each; see CONTRIBUTING.md. */
const shared = {
  runtime: '<rootDir>/test/support/jest/shared-modules.cjs',
  testEnvironment: '<rootDir>/test/support/jest/one-realm.cjs',
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
    { ...shared, displayName: 'pure', testMatch: ['<rootDir>/{src,bench}/**/*.spec.ts'] },
    { ...served, displayName: 'database', testMatch: ['<rootDir>/test/database/**/*.test.ts'] },
    { ...served, displayName: 'contract', testMatch: ['<rootDir>/test/contract/**/*.test.ts'] },
    { ...served, displayName: 'scenario', testMatch: ['<rootDir>/test/scenario/**/*.test.ts'] },
  ],
};
