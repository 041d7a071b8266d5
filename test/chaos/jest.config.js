/** The plug tests: whole processes, killed. One after the other, for each wants the machine for itself. */
module.exports = {
  rootDir: '../..',
  displayName: 'chaos',
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  // The figures mean something only at their full length.
  testMatch: (process.env.CHAOS === 'short' ? ['plugs', 'neighbours'] : ['*']).map(
    (name) => `<rootDir>/test/chaos/${name}.chaos.ts`,
  ),
  maxWorkers: 1,
  testTimeout: 1_800_000,
};
