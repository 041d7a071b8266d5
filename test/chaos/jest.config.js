/** The plug tests: whole processes, killed. One after the other, for each wants the machine for itself. */
module.exports = {
  rootDir: '../..',
  displayName: 'chaos',
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  testMatch: ['<rootDir>/test/chaos/*.chaos.ts'],
  maxWorkers: 1,
  testTimeout: 1_800_000,
};
