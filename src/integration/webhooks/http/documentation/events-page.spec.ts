import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_NAMES } from '../../../../common/events';
import { exampleBody } from './event-bodies';
import { EVENTS } from './events';

const page = readFileSync(join(__dirname, '../../../../../docs/events.md'), 'utf8');

/** The text below a heading of the page, up to the next one. */
function section(heading: string): string {
  const [, found] = page.split(`### \`${heading}\`\n`);
  return found?.split('\n### ')[0] ?? '';
}

it.each(EVENT_NAMES)('describes %s in docs/events.md as in the OpenAPI document', (event) => {
  const text = section(event);
  expect(text).toContain(EVENTS[event].summary);
  const [, json = '{}'] = text.split(/```json\n|```/);
  expect(JSON.parse(json)).toEqual(exampleBody(event));
});

it('lists no unknown event in docs/events.md', () => {
  expect([...page.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name)).toEqual([...EVENT_NAMES]);
});
