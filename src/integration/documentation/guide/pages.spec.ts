import { readdirSync } from 'node:fs';
import { GUIDE, readPages } from './pages';

const PAGES = readPages();

it('lists every file of the guide', () => {
  const files = readdirSync(GUIDE).filter((name) => name.endsWith('.md'));
  expect(PAGES.map(({ name }) => `${name || 'README'}.md`).sort()).toEqual(files.sort());
});

it.each(PAGES.slice(1))('has a summary and the title of the list for $name', ({ name, title, summary }) => {
  expect(summary.length).toBeGreaterThan(10);
  expect(PAGES[0]?.text).toContain(`- [${title}](${name}.md)`);
});

it.each(PAGES.slice(1))('has every sample of $name in curl, TypeScript and Python', ({ text }) => {
  const languages = (text.match(/^```(bash|ts|python) run$/gm) ?? []).map((fence) => fence.replace(/```| run/g, ''));
  const count = (language: string): number => languages.filter((one) => one === language).length;
  expect([count('ts'), count('python')]).toEqual([count('ts'), count('ts')]);
  expect(count('bash')).toBeGreaterThanOrEqual(count('ts') - 1);
});

it.each(PAGES)('links in $name only to pages that the service serves', ({ text }) => {
  const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, href = '']) => href);
  const served = /^(https:\/\/|pictures\/[\w-]+\.svg$|\/docs(\/errors)?$|\/openapi\/form-[ab]\.json$)/;
  const names = PAGES.map(({ name }) => `${name}.md`);
  expect(links.filter((href) => !served.test(href) && !names.includes(href))).toEqual([]);
});
