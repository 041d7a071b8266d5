/**
 * Single faults planted in the pure rules, one at a time, to see whether the specs beside them notice; see docs/mutants.md.
 *
 * `MODULE=budgets npm run test:mutants` looks at the rules of one module.
 */
const of = process.env.MODULE ?? '*';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  // Which specs cover a mutant is known from the first run; looking for related files again each time costs more.
  jest: { configFile: 'test/mutants/jest.config.js', enableFindRelatedTests: false },
  mutate: [
    `src/*/${of}/domain/**/*.ts`,
    ...(process.env.MODULE ? [] : ['src/common/money/index.ts']),
    '!src/**/*.spec.ts',
  ],
  coverageAnalysis: 'perTest',
  // A second run tries again only what changed specs or rules may have changed.
  incremental: true,
  incrementalFile: `.procurement/mutants/${process.env.MODULE ?? 'all'}-last.json`,
  concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 1),
  // Ends an endless loop. Long, for a busy machine must not make a mutant look killed.
  timeoutMS: 120_000,
  thresholds: { high: 95, low: 90, break: null },
  tempDirName: '.procurement/mutants/sandbox',
  ignorePatterns: ['/*', '!/src', '!/test', '!/.swcrc', '!/package.json', '!/tsconfig.json'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.procurement/mutants/${process.env.MODULE ?? 'all'}.json` },
  allowConsoleColors: false,
};
