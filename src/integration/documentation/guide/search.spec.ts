import { renderMarkdown } from './markdown';
import { readPages } from './pages';
import { searchOf, sectionsOf } from './search';

const page = (name: string, title: string, text: string) => ({ name, title, summary: '', text });
const SECTIONS = sectionsOf([
  page('', 'Guide', '# Guide\n\nStart here.'),
  page(
    'orders',
    'Orders',
    '# Orders\n\nAbout orders.\n\n## Close an order\n\nUse [close](x.md) and `École`.\n\n```bash run\ncurl sample\n```\n',
  ),
  page('budgets', 'Budgets', '# Budgets\n\nAn order reserves. مدرسة ١٢'),
]);
const search = searchOf(SECTIONS);

it('has one section for each heading, with the address of the heading', () => {
  expect(SECTIONS.map(({ address, heading }) => [address, heading])).toEqual([
    ['../guide', 'Guide'],
    ['orders', 'Orders'],
    ['orders#close-an-order', 'Close an order'],
    ['budgets', 'Budgets'],
  ]);
});

it.each(readPages())('has one section for each heading of the page $name', (page) => {
  const html = renderMarkdown(page.text, '', () => undefined);
  const ids = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id);
  expect(sectionsOf([page]).map(({ address }) => address.split('#')[1])).toEqual([undefined, ...ids]);
});

it('finds sections that contain every word, headings first', () => {
  expect(search('ORDER').map(({ address }) => address)).toEqual(['orders', 'orders#close-an-order', 'budgets']);
  expect(search('order reserves').map(({ address }) => address)).toEqual(['budgets']);
  expect(search('order nothing')).toEqual([]);
});

it('finds the text of a sample and does not show it', () => {
  expect(search('curl')).toEqual([expect.objectContaining({ excerpt: 'Use close and École.' })]);
});

it.each([
  ['ecole', 'orders#close-an-order'],
  ['مدرسه 12', 'budgets'],
])('ignores accents and spelling variants: %s', (query, address) => {
  expect(search(query).map((hit) => hit.address)).toEqual([address]);
});

it.each(['', '   '])('finds nothing for an empty query: "%s"', (query) => expect(search(query)).toEqual([]));

it('shows the text around the word, without Markdown', () => {
  const [hit] = searchOf(sectionsOf([page('a', 'A', `# A\n\n${'x '.repeat(100)}[needle](b.md)${' y'.repeat(200)}`)]))(
    'needle',
  );
  expect(hit?.excerpt).toMatch(/^….*x needle y.*…$/);
  expect(hit?.excerpt.length).toBeLessThan(200);
});

it('returns at most 20 hits', () => {
  const many = Array.from({ length: 30 }, (_, at) => page(`p${at}`, `P${at}`, `# P${at}\n\nword`));
  expect(searchOf(sectionsOf(many))('word')).toHaveLength(20);
});
