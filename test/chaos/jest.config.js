/** The plug tests: whole processes, killed. */
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
  // Each wants the machine for itself where times are judged, which the short form does not.
  maxWorkers: process.env.CHAOS === 'short' ? 2 : 1,
  testTimeout: 1_800_000,
};
