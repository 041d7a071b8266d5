import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_NAMES } from '../../../../common/events';
import { EVENTS } from './events';
import { exampleBody } from './openapi-webhooks';

const page = readFileSync(join(__dirname, '../../../../../docs/events.md'), 'utf8');

/** What stands under a heading of the page, to the next one. */
function section(heading: string): string {
  const [, found] = page.split(`### \`${heading}\`\n`);
  return found?.split('\n### ')[0] ?? '';
}

it.each(EVENT_NAMES)('docs/events.md shows %s as the document does', (event) => {
  const text = section(event);
  expect(text).toContain(EVENTS[event].summary);
  const [, json = '{}'] = text.split(/```json\n|```/);
  expect(JSON.parse(json)).toEqual(exampleBody(event));
});

it('docs/events.md shows no event that is none', () => {
  expect([...page.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name)).toEqual([...EVENT_NAMES]);
});
