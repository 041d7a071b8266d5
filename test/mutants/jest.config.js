/**
 * Specs of the domain rules for Stryker, with Jest's own runtime and a sandbox for each file. The other configurations
 * load the source once per worker, so they would never activate a mutant at the top level of a file.
 */
const of = process.env.MODULE ?? '*';

module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/src'],
  watchman: false,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  // The spec of document types is outside the domain folder.
  testMatch: [
    `<rootDir>/src/*/${of}/domain/**/*.spec.ts`,
    `<rootDir>/src/*/${of}/uploads/inspect-file.spec.ts`,
    '<rootDir>/src/common/money/*.spec.ts',
  ],
};
