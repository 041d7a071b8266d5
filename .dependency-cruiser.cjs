/** The boundaries of docs/architecture.md. Every rule says why in its comment; `npm run boundaries` checks them. */

const { ORDER, FOLDERS } = require('./.boundaries.cjs');

const folders = (names) => `^src/(${names.map((name) => FOLDERS.get(name)).join('|')})/`;
const SPEC = '\\.spec\\.ts$';
/** Commands of a developer that look at the whole service: what its schema and its documents would be. */
const DRIFT = '^tools/(pictures/.+|documents/.+|schema)\\.ts$';

const orderRules = ORDER.slice(0, -1).map((names, row) => ({
  name: `order-${names[0]}`,
  comment: `${names.join(', ')}: nothing further down the order may be imported; declare a port for it to implement.`,
  severity: 'error',
  from: { path: folders(names), pathNot: SPEC },
  to: { path: folders(ORDER.slice(row + 1).flat()) },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle means that two files, or two modules, are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports it and it imports nothing: dead, or not yet wired in.',
      severity: 'error',
      // Found by their names at run time, loaded before the program, by ESLint or by a browser, or declarations for the compiler.
      from: {
        orphan: true,
        pathNot: [
          '/migrations/',
          '\\.entity\\.ts$',
          '\\.d\\.ts$',
          '^tools/launcher/end-with-parent\\.cjs$',
          '^tools/boundaries/stored-promises\\.',
          '^src/integration/documentation/[^/]+/browser/',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'common-is-pure',
      comment: 'common/ is what everything else stands on; of ours it imports messages/ alone.',
      severity: 'error',
      from: { path: '^src/common/', pathNot: SPEC },
      to: { path: '^src/', pathNot: '^src/(common|messages)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules take facts and give reasons: no I/O, no Nest, no TypeORM, no other module.',
      severity: 'error',
      from: { path: '^src/([^/]+/[^/]+)/domain/', pathNot: SPEC },
      to: { path: '^src/', pathNot: ['^src/$1/domain/', '^src/(common|messages)/'] },
    },
    {
      name: 'domain-needs-no-framework',
      comment: 'Rules take facts and give reasons: no I/O, no Nest, no TypeORM.',
      severity: 'error',
      from: { path: ['^src/[^/]+/[^/]+/domain/', '^src/(common|messages)/'], pathNot: SPEC },
      to: {
        path: 'node_modules/(@nestjs|typeorm|pg|ioredis|bull|express|puppeteer|class-validator|class-transformer|pino)',
      },
    },
    {
      name: 'domain-does-no-io',
      comment: 'Rules take facts and give reasons: no I/O.',
      severity: 'error',
      from: { path: ['^src/[^/]+/[^/]+/domain/', '^src/(common|messages)/'], pathNot: SPEC },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|net|url|buffer|util|assert)$' },
    },
    {
      name: 'controllers-stay-thin',
      comment: 'A controller speaks to its service; how things are stored is none of its business.',
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
      comment: 'Services, queries and repositories do not know the forms that speak to them.',
      severity: 'error',
      from: { path: '\\.(service|repository|queries)\\.ts$' },
      to: { path: ['\\.controller\\.ts$', '/present[a-z-]*\\.ts$'] },
    },
    {
      name: 'through-the-index',
      comment: "Another module's inside is its own: what others may import is in its index.ts.",
      severity: 'error',
      // The operator's commands are composition, as the files beside them are. The doctor takes parts of modules without the rest.
      from: { path: '^src/([^/]+/[^/]+)/', pathNot: [SPEC, '^src/operations/commands/', '^src/operations/doctor/'] },
      // The columns, also those of jobs, are a second entrance, for entities: the index would bring Nest along into every migration.
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
      comment: 'Whatever happened is in the event; webhooks deliver events and know no resource.',
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
        'The development launcher starts the service from outside, and the service never needs it. Its receiver serves tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { path: '^tools/' },
    },
    {
      name: 'launcher-imports-nothing',
      comment: 'The development launcher runs before there is a configuration.',
      severity: 'error',
      from: { path: '^tools/', pathNot: [SPEC, DRIFT] },
      to: { path: '^src/' },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'The image is installed without them.',
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
