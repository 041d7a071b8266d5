import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');
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
const { ORDER } = fromRoot('./.boundaries.cjs') as { ORDER: readonly (readonly [string, ...string[]])[] };

/** A file that breaks rules: what it imports, and the rules. */
type Offence = readonly [file: string, imported: string, ...rules: string[]];

/** One for each rule, but for those of the order. */
const OFFENCES: readonly Offence[] = [
  // A cycle is told once, at one of its files.
  ['vendors/round.ts', './about'],
  ['vendors/about.ts', './round', 'no-circular'],
  ['vendors/lost.ts', './nowhere', 'not-to-unresolvable'],
  ['common/impure.ts', '../serve', 'common-is-pure'],
  ['vendors/domain/stored.ts', '../vendors.service', 'domain-is-pure'],
  ['vendors/domain/framed.ts', '@nestjs/common', 'domain-needs-no-framework'],
  ['vendors/domain/reading.ts', 'node:fs', 'domain-does-no-io'],
  ['vendors/vendors.controller.ts', './vendors.repository', 'controllers-stay-thin'],
  ['vendors/vendors.service.ts', './http/present', 'storage-below-the-edge'],
  ['vendors/http/form-a/present.ts', '../form-b/answers', 'forms-apart'],
  ['vendors/http/form-b/present.ts', '../form-a/answers', 'forms-apart-too'],
  ['approvals/burglar.ts', '../vendors/vendors.service', 'through-the-index'],
  ['webhooks/curious.ts', '../vendors/index', 'webhooks-know-only-events'],
  ['vendors/launched.ts', '../dev/index', 'launcher-stands-alone'],
  ['dev/curious.ts', '../vendors/index', 'launcher-imports-nothing'],
  ['vendors/tested.ts', 'supertest', 'no-dev-dependencies'],
];

/** The first module of each row imports the first of the next. */
const DOWNWARD: readonly Offence[] = ORDER.slice(0, -1).map(([name], row) => [
  `${name}/downward.ts`,
  `../${ORDER[row + 1]?.[0] ?? ''}/index`,
  ...(name === 'common' ? ['common-is-pure'] : []),
  `order-${name}`,
]);

const HARMLESS = [
  'serve.ts',
  'dev/index.ts',
  'vendors/index.ts',
  'vendors/vendors.repository.ts',
  'vendors/http/present.ts',
  'vendors/http/form-a/answers.ts',
  'vendors/http/form-b/answers.ts',
  ...ORDER.slice(1).map(([name]) => `${name}/index.ts`),
];

describe('the rules of imports', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-boundaries-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const name of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(folder, name));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(folder, 'src', file)), { recursive: true });
      writeFileSync(join(folder, 'src', file), text);
    };
    for (const file of HARMLESS) write(file, 'export const it = 1;\n');
    for (const [file, imported] of [...OFFENCES, ...DOWNWARD])
      write(file, `import * as it from '${imported}';\nvoid it;\n`);
    write('vendors/lonely.ts', 'export const it = 1;\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('each find what breaks them, and nothing else', () => {
    const expected = [...OFFENCES, ...DOWNWARD, ['vendors/lonely.ts', '', 'no-orphans'] as Offence]
      .flatMap(([file, , ...rules]) => rules.map((rule) => `src/${file}: ${rule}`))
      .sort();
    expect([...new Set(violations(folder))].sort()).toEqual(expected);
    const broken = new Set(expected.map((line) => line.split(': ')[1]));
    expect(RULES.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });

  it('name files that there are: none is left over from an earlier shape of the modules', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`);
    const stale = RULES.flatMap(({ name, from, to }) =>
      [from.path, from.pathNot, to.path, to.pathNot]
        .flat()
        .filter((path) => path !== undefined && !path.includes('node') && !path.includes('$1'))
        .filter((path) => !files.some((file) => new RegExp(path ?? '').test(file)))
        .map((path) => `${name}: ${path}`),
    );
    expect(stale).toEqual([]);
  });

  it('have a place for every module', () => {
    const modules = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'dev')
      .map(({ name }) => name);
    expect(ORDER.flat().sort()).toEqual(modules.sort());
  });
});

/** @returns `file: rule` for each */
function violations(cwd: string): string[] {
  const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = ['--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src'];
  const options = { cwd, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  const { summary } = JSON.parse(execFileSync(process.execPath, [cruiser, ...args], options)) as {
    summary: { violations: readonly { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
}
