/** Four tiers, one question each; see CONTRIBUTING.md. */
const shared = {
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
};

module.exports = {
  projects: [
    { ...shared, displayName: 'pure', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...shared, displayName: 'database', testMatch: ['<rootDir>/test/database/**/*.test.ts'] },
    { ...shared, displayName: 'contract', testMatch: ['<rootDir>/test/contract/**/*.test.ts'] },
    { ...shared, displayName: 'scenario', testMatch: ['<rootDir>/test/scenario/**/*.test.ts'] },
  ],
};
