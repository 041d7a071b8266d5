import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CSS = readFileSync(join(__dirname, 'browser', 'guide.css'), 'utf8');
/** The variables of the light scheme, then those of the dark one. */
const SCHEMES = [...CSS.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, body = '']) =>
    new Map([...body.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name = '', hex = '']) => [name, hex])),
);

const luminance = (hex: string): number =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, channel, at) => sum + channel * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ['light', 0],
  ['dark', 1],
])('has text of enough contrast in the %s scheme (WCAG 1.4.3)', (_, scheme) => {
  const colour = (name: string): string => SCHEMES[scheme]?.get(name) ?? '#000000';
  for (const text of ['text', 'soft', 'link']) {
    for (const ground of ['ground', 'panel']) {
      expect([text, ground, contrast(colour(text), colour(ground)) >= 4.5]).toEqual([text, ground, true]);
    }
  }
});
