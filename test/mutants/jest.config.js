/**
 * The pure tier as Stryker runs it: Jest's own runtime and a sandbox for each file. The runtime of the other
 * configurations loads the source once for a worker, and a mutant at the top level of a file would never be switched on.
 */
const of = process.env.MODULE ?? '*';

module.exports = {
  rootDir: '../..',
  roots: ['<rootDir>/src'],
  watchman: false,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  // The kinds of documents are tried on whole files, beside the folder.
  testMatch: [
    `<rootDir>/src/*/${of}/domain/**/*.spec.ts`,
    `<rootDir>/src/*/${of}/inspect-file.spec.ts`,
    '<rootDir>/src/common/money/*.spec.ts',
  ],
};
