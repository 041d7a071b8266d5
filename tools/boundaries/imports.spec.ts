import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const fromRoot = createRequire(join(ROOT, 'package.json'));

interface End {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
}
const RULES = (
  fromRoot('./.dependency-cruiser.cjs') as {
    forbidden: readonly { readonly name: string; readonly from: End; readonly to: End }[];
  }
).forbidden;
const { ORDER, FOLDERS } = fromRoot('./.boundaries.cjs') as {
  ORDER: readonly (readonly [string, ...string[]])[];
  FOLDERS: ReadonlyMap<string, string>;
};

/** A file that violates rules: its import, and the rules. */
type Offence = readonly [file: string, imported: string, ...rules: string[]];

const VENDORS = 'src/procurement/vendors';

/** Groups with a single module. */
const SINGLE = ['messages', 'common'];

/** One per rule, except those of the order. */
const OFFENCES: readonly Offence[] = [
  // A cycle is reported once, at one of its files.
  [`${VENDORS}/round.ts`, './about'],
  [`${VENDORS}/about.ts`, './round', 'no-circular'],
  [`${VENDORS}/lost.ts`, './nowhere', 'not-to-unresolvable'],
  ['src/common/impure.ts', '../serve', 'common-is-pure'],
  [`${VENDORS}/domain/stored.ts`, '../vendors.service', 'domain-is-pure'],
  [`${VENDORS}/domain/framed.ts`, '@nestjs/common', 'domain-needs-no-framework'],
  [`${VENDORS}/domain/reading.ts`, 'node:fs', 'domain-does-no-io'],
  [`${VENDORS}/vendors.controller.ts`, './vendors.repository', 'controllers-stay-thin'],
  [`${VENDORS}/vendors.service.ts`, './http/present', 'storage-below-the-edge'],
  ['src/procurement/purchase-orders/burglar.ts', '../vendors/vendors.service', 'through-the-index'],
  ['src/integration/webhooks/curious.ts', '../../procurement/vendors/index', 'webhooks-know-only-events'],
  [`${VENDORS}/launched.ts`, '../../../tools/index', 'launcher-stands-alone'],
  ['tools/curious.ts', '../src/procurement/vendors/index', 'launcher-imports-nothing'],
  [`${VENDORS}/tested.ts`, 'supertest', 'no-dev-dependencies'],
];

const folderOf = (row: readonly [string, ...string[]]): string => `src/${FOLDERS.get(row[0]) ?? ''}`;

/** The first module of each row imports the first of the next. */
const DOWNWARD: readonly Offence[] = ORDER.slice(0, -1).map((row, at) => [
  `${folderOf(row)}/downward.ts`,
  relative(folderOf(row), `${folderOf(ORDER[at + 1] ?? row)}/index`),
  ...(row[0] === 'common' ? ['common-is-pure'] : []),
  `order-${row[0]}`,
]);

const HARMLESS = [
  'src/serve.ts',
  'tools/index.ts',
  `${VENDORS}/vendors.repository.ts`,
  `${VENDORS}/http/present.ts`,
  ...ORDER.slice(1).map((row) => `${folderOf(row)}/index.ts`),
];

describe('the import rules', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-boundaries-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const name of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(folder, name));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    for (const file of HARMLESS) write(file, 'export const it = 1;\n');
    for (const [file, imported] of [...OFFENCES, ...DOWNWARD])
      write(file, `import * as it from '${imported}';\nvoid it;\n`);
    write(`${VENDORS}/lonely.ts`, 'export const it = 1;\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('find each violation and nothing else', () => {
    const expected = [...OFFENCES, ...DOWNWARD, [`${VENDORS}/lonely.ts`, '', 'no-orphans'] as Offence]
      .flatMap(([file, , ...rules]) => rules.map((rule) => `${file}: ${rule}`))
      .sort();
    expect([...new Set(violations(folder))].sort()).toEqual(expected);
    const broken = new Set(expected.map((line) => line.split(': ')[1]));
    expect(RULES.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });

  it('name only existing files', () => {
    const files = ['src', 'tools'].flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
    );
    const stale = RULES.flatMap(({ name, from, to }) =>
      [from.path, from.pathNot, to.path, to.pathNot]
        .flat()
        .filter((path) => path !== undefined && !path.includes('node') && !path.includes('$1'))
        .filter((path) => !files.some((file) => new RegExp(path ?? '').test(file)))
        .map((path) => `${name}: ${path}`),
    );
    expect(stale).toEqual([]);
  });

  it('cover every module', () => {
    const foldersIn = (path: string): string[] =>
      readdirSync(join(ROOT, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const groups = foldersIn('src').filter((name) => !SINGLE.includes(name));
    const modules = groups.flatMap((group) => foldersIn(`src/${group}`).map((name) => `${group}/${name}`));
    expect([...FOLDERS.values()].sort()).toEqual([...SINGLE, ...modules].sort());
  });
});

/** @returns `file: rule` for each violation */
function violations(cwd: string): string[] {
  const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = ['--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'tools'];
  const options = { cwd, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  const { summary } = JSON.parse(execFileSync(process.execPath, [cruiser, ...args], options)) as {
    summary: { violations: readonly { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
}
