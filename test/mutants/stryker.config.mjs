/**
 * Stryker plants single faults in the domain rules and runs their specs (docs/mutants.md).
 *
 * `MODULE=budgets npm run test:mutants` checks the rules of one module.
 */
const of = process.env.MODULE ?? '*';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  // The first run records which specs cover a mutant, so a search for related files would only cost time.
  jest: { configFile: 'test/mutants/jest.config.js', enableFindRelatedTests: false },
  mutate: [
    `src/*/${of}/domain/**/*.ts`,
    ...(process.env.MODULE ? [] : ['src/common/money/index.ts']),
    '!src/**/*.spec.ts',
  ],
  coverageAnalysis: 'perTest',
  // A second run tests only mutants that changed specs or rules may affect.
  incremental: true,
  incrementalFile: `.procurement/mutants/${process.env.MODULE ?? 'all'}-last.json`,
  concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 1),
  // Stops endless loops. Long, because a slow test on a busy machine would count as detected.
  timeoutMS: 120_000,
  thresholds: { high: 95, low: 90, break: null },
  tempDirName: '.procurement/mutants/sandbox',
  ignorePatterns: ['/*', '!/src', '!/test', '!/.swcrc', '!/package.json', '!/tsconfig.json'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.procurement/mutants/${process.env.MODULE ?? 'all'}.json` },
  allowConsoleColors: false,
};
