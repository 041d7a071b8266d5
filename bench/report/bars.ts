import type { Estimate } from '../load/statistics';

/** One bar, and the interval that its end lies in. */
export interface Bar extends Estimate {
  readonly label: string;
  readonly tone: Tone;
}

/** What a bar stands for: the service, the control beside it, or a figure that the control leaves undecided. */
export type Tone = 'service' | 'second' | 'control' | 'undecided';

export interface Chart {
  readonly title: string;
  /** Bars that belong together, under a name. */
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[];
  /** Values that bars are held against. */
  readonly marks: readonly { readonly at: number; readonly label: string }[];
  /** What the right edge stands for at most. A bar that would be longer ends there, with an arrow behind its figure. */
  readonly most?: number;
}

const COLOURS: Readonly<Record<Tone, string>> = {
  service: '#2f6f8f',
  second: '#7fb069',
  control: '#b8b8b8',
  undecided: '#e0c27a',
};

/** Pixels. */
const WIDTH = 860;
const LEFT = 270;
const RIGHT = 70;
const HEAD = 46;
const ROW = 16;
const BETWEEN = 8;
const FOOT = 24;

/** Draws horizontal bars with their intervals as a picture of its own, readable on light and dark pages. */
export function drawBars({ title, groups, marks, most = Infinity }: Chart): string {
  const values = [...groups.flatMap(({ bars }) => bars.map(({ high }) => high)), ...marks.map(({ at }) => at)];
  const edge = Math.min(niceTop(Math.max(...values, 0)), most);
  const scale = (WIDTH - LEFT - RIGHT) / edge;
  const x = (value: number): string => (LEFT + Math.min(value, edge) * scale).toFixed(1);
  const body: string[] = [];
  let y = HEAD;
  for (const group of groups) {
    body.push(text(8, y + ROW - 4, group.label, 'class="name"'));
    for (const bar of group.bars) {
      body.push(...drawBar(bar, y, x, edge));
      y += ROW;
    }
    y += BETWEEN;
  }
  const lines = marks.map(
    ({ at, label }) =>
      `<line x1="${x(at)}" x2="${x(at)}" y1="${HEAD - 6}" y2="${y}" class="mark"/>${text(x(at), y + 12, label, 'text-anchor="middle"')}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + FOOT}" width="${WIDTH}" height="${y + FOOT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<style>text{font:11px sans-serif;fill:#222}.name,.head{font-weight:bold}.head{font-size:14px}.mark{stroke:#c0392b;stroke-dasharray:3 3}.interval{stroke:#222}</style>',
    `<rect width="${WIDTH}" height="${y + FOOT}" fill="#fff"/>`,
    text(8, 22, title, 'class="head"'),
    ...body,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function drawBar(bar: Bar, y: number, x: (value: number) => string, edge: number): string[] {
  const middle = y + ROW / 2;
  return [
    text(LEFT - 6, y + ROW - 4, bar.label, 'text-anchor="end"'),
    `<rect x="${LEFT}" y="${y + 2}" width="${(Number(x(bar.median)) - LEFT).toFixed(1)}" height="${ROW - 4}" fill="${COLOURS[bar.tone]}"/>`,
    `<line x1="${x(bar.low)}" x2="${x(bar.high)}" y1="${middle}" y2="${middle}" class="interval"/>`,
    text(Number(x(bar.high)) + 4, y + ROW - 4, bar.median.toFixed(2) + (bar.median > edge ? ' →' : ''), ''),
  ];
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten: the chart's right edge. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 1.25, 1.5, 2, 2.5, 5, 10].find((step) => step * power >= most) ?? 10) * power;
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const text = (x: number | string, y: number, words: string, attributes: string): string =>
  `<text x="${x}" y="${y}" ${attributes}>${escaped(words)}</text>`;
