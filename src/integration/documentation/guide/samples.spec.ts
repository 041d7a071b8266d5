import { renderMarkdown } from './markdown';

const render = (text: string): string => renderMarkdown(text, '', () => undefined);
const fence = (info: string): string => `\`\`\`${info}\n<code>\n\`\`\`\n\n`;

it('puts adjacent samples behind tabs, each with its answer, the first one open', () => {
  const html = render(fence('bash run') + fence('json answer') + fence('ts run') + fence('text answer'));
  const panels = html.split('<div class="panel">').slice(1);
  expect(panels.map((panel) => [...panel.matchAll(/<figcaption>(.*?)</g)].map(([, caption]) => caption))).toEqual([
    ['curl', 'Answer'],
    ['TypeScript', 'Answer'],
  ]);
  expect([...html.matchAll(/value="(\w+)"( checked)?><label for="(.*?)"/g)].map(([, ...parts]) => parts)).toEqual([
    ['bash', ' checked', 'sample-1-bash'],
    ['ts', undefined, 'sample-1-ts'],
  ]);
  expect(html).toContain('&lt;code&gt;');
});

it('starts new tabs after text and where a language repeats', () => {
  const group = fence('bash run') + fence('ts run');
  expect(render(group + group).match(/<fieldset/g)).toHaveLength(2);
  expect(render(`${group}Text\n\n${group}`).match(/<fieldset/g)).toHaveLength(2);
});

it('shows a single sample without tabs', () => {
  expect(render(fence('bash run') + fence('text answer'))).not.toContain('<fieldset');
});
