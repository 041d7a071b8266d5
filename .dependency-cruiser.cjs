/** The boundaries of docs/architecture.md. Each rule gives its reason in `comment`. `npm run boundaries` checks the rules. */

const { ORDER, FOLDERS } = require('./.boundaries.cjs');

const folders = (names) => `^src/(${names.map((name) => FOLDERS.get(name)).join('|')})/`;
const SPEC = '\\.spec\\.ts$';
/** Developer commands that import the service to check its schema or to generate documents. */
const DRIFT = '^tools/(pictures/.+|documents/.+|schema)\\.ts$';

const orderRules = ORDER.slice(0, -1).map((names, row) => ({
  name: `order-${names[0]}`,
  comment: `${names.join(', ')} must not import modules further down the order. Declare a port for those modules to implement.`,
  severity: 'error',
  from: { path: folders(names), pathNot: SPEC },
  to: { path: folders(ORDER.slice(row + 1).flat()) },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files or modules that import each other cannot be understood or tested separately.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'The file imports nothing and no file imports it: it is unused, or not connected yet.',
      severity: 'error',
      // Excludes files that are found by name at run time, preloaded, or loaded by ESLint or a browser, and type declarations.
      from: {
        orphan: true,
        pathNot: [
          '/migrations/',
          '\\.entity\\.ts$',
          '\\.d\\.ts$',
          '^tools/launcher/end-with-parent\\.cjs$',
          '^tools/(boundaries/stored-promises|prose/plain-english)\\.',
          '^src/integration/documentation/[^/]+/browser/',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'The import cannot be resolved.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'common-is-pure',
      comment: 'Modules of every group may import common/, so of our code it imports only messages/.',
      severity: 'error',
      from: { path: '^src/common/', pathNot: SPEC },
      to: { path: '^src/', pathNot: '^src/(common|messages)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Domain rules are pure functions: no I/O, no Nest, no TypeORM, no other module.',
      severity: 'error',
      from: { path: '^src/([^/]+/[^/]+)/domain/', pathNot: SPEC },
      to: { path: '^src/', pathNot: ['^src/$1/domain/', '^src/(common|messages)/'] },
    },
    {
      name: 'domain-needs-no-framework',
      comment: 'Domain rules are pure functions: no I/O, no Nest, no TypeORM.',
      severity: 'error',
      from: { path: ['^src/[^/]+/[^/]+/domain/', '^src/(common|messages)/'], pathNot: SPEC },
      to: {
        path: 'node_modules/(@nestjs|typeorm|pg|ioredis|bull|express|puppeteer|class-validator|class-transformer|pino)',
      },
    },
    {
      name: 'domain-does-no-io',
      comment: 'Domain rules are pure functions: no I/O.',
      severity: 'error',
      from: { path: ['^src/[^/]+/[^/]+/domain/', '^src/(common|messages)/'], pathNot: SPEC },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|net|url|buffer|util|assert)$' },
    },
    {
      name: 'controllers-stay-thin',
      comment: 'A controller calls its service. It must not access storage.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: {
        path: [
          'node_modules/(typeorm|pg)/',
          '\\.entity\\.ts$',
          '\\.repository\\.ts$',
          '/entities/',
          '^src/platform/database/',
        ],
      },
    },
    {
      name: 'storage-below-the-edge',
      comment: 'Services, queries and repositories must not import controllers or presentation code.',
      severity: 'error',
      from: { path: '\\.(service|repository|queries)\\.ts$' },
      to: { path: ['\\.controller\\.ts$', '/present[a-z-]*\\.ts$'] },
    },
    {
      name: 'through-the-index',
      comment: 'Other modules import a module only through its index.ts.',
      severity: 'error',
      // The operator's commands compose modules. The doctor imports single files, because it runs even if the service cannot start.
      from: { path: '^src/([^/]+/[^/]+)/', pathNot: [SPEC, '^src/operations/commands/', '^src/operations/doctor/'] },
      // Entities import the columns (also those of jobs) directly: the index would load Nest in every migration.
      to: {
        path: '^src/[^/]+/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/common/',
          '^src/platform/database/entities/(columns|job)\\.ts$',
          '^src/[^/]+/[^/]+/index\\.ts$',
        ],
      },
    },
    {
      name: 'webhooks-know-only-events',
      comment:
        'An event contains all data of a change, so webhooks deliver events without importing the modules of resources.',
      severity: 'error',
      from: { path: '^src/integration/webhooks/', pathNot: SPEC },
      to: {
        path: folders([
          'departments',
          'projects',
          'vendors',
          'budgets',
          'approvals',
          'purchase-orders',
          'goods-receipts',
          'invoices',
          'documents',
          'reports',
        ]),
      },
    },
    {
      name: 'launcher-stands-alone',
      comment:
        'The development launcher starts the service as a separate process. Only specs of the service may import tools/.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { path: '^tools/' },
    },
    {
      name: 'launcher-imports-nothing',
      comment: 'The development launcher runs before a configuration exists, so it must not import src/.',
      severity: 'error',
      from: { path: '^tools/', pathNot: [SPEC, DRIFT] },
      to: { path: '^src/' },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'The image is installed without development dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    ...orderRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default', 'types'] },
  },
};
