/** Tests of operators' procedures with real programs: processes of the compiled service, and Debian's packages. */
module.exports = {
  rootDir: '../..',
  displayName: 'operations',
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  testMatch: ['<rootDir>/test/operations/*.test.ts'],
  globalSetup: '<rootDir>/test/operations/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 300_000,
};
