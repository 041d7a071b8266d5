import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const withoutCode = (page: string): string => textOf(page).replace(/```[\s\S]*?```/g, '');

/** Anchors of a page's headings: lower case, spaces as hyphens, otherwise only letters, digits, `_` and `-`. */
const anchorsOf = (page: string): string[] =>
  [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

it.each(PAGES)('links in %s only to existing files and headings', (page) => {
  const links = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const dead = links
    .filter((link) => !/^[a-z]+:/.test(link))
    // Addresses of the service, which serves the guide; a separate test checks them.
    .filter((link) => !(page.startsWith('docs/guide/') && link.startsWith('/')))
    .filter((link) => {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return heading !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(heading);
    });
  expect(dead).toEqual([]);
});

const foldersIn = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const GROUPS = foldersIn('src').filter((name) => name !== 'common');

it('names every group and module in docs/architecture.md', () => {
  const [tree = ''] = textOf('docs/architecture.md').match(/```\nsrc\/[\s\S]*?```/) ?? [];
  const named = [...tree.matchAll(/\b([a-z-]+)\//g)].map(([, name]) => name);
  const folders = ['common', ...GROUPS, ...GROUPS.flatMap((group) => foldersIn(`src/${group}`))];
  expect(folders.filter((name) => !named.includes(name))).toEqual([]);
});

it('limits the entries of a module as stated in docs/architecture.md', () => {
  expect(textOf('docs/architecture.md')).toMatch(/at most 17 entries at\s+its top/);
  const modules = ['common', ...GROUPS.flatMap((group) => foldersIn(`src/${group}`).map((name) => `${group}/${name}`))];
  const crowded = modules.map((name) => [name, readdirSync(join(ROOT, 'src', name)).length] as const);
  expect(crowded.filter(([, entries]) => entries > 17)).toEqual([]);
});
