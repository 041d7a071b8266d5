/** Failure tests: they kill whole processes. */
module.exports = {
  rootDir: '../..',
  displayName: 'chaos',
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  // The measurements mean something only at their full length.
  testMatch: (process.env.CHAOS === 'short' ? ['plugs', 'neighbours'] : ['*']).map(
    (name) => `<rootDir>/test/chaos/${name}.chaos.ts`,
  ),
  // Measured times need the whole machine. The short form does not judge times.
  maxWorkers: process.env.CHAOS === 'short' ? 2 : 1,
  testTimeout: 1_800_000,
};
