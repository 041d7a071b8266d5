import type { Table } from './report';

/** Some columns of a table as bars: a group for each row, a bar for each column. `1.2 + 3.4` is a bar of two parts. */
export interface Picture {
  /** Without `.svg`. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly number[];
  /** The first rows; by default all. */
  readonly rows?: number;
}

const WIDTH = 820;
const LABELS = 300;
const BAR = 16;
const GAP = 14;
const TOP = 64;
const COLOURS = ['#1f6feb', '#8c959f', '#bf8700', '#8250df'];
/** Space right of the longest bar for its figures. */
const FIGURES = 110;

/** @returns the text of an SVG file, readable on a light and on a dark page */
export function svgOf({ head, rows: all }: Table, { title, columns, rows: count = all.length }: Picture): string {
  const rows = all.slice(0, count);
  const parts = (row: readonly string[], column: number): number[] => (row[column] ?? '').split('+').map(parseFloat);
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(...rows.flatMap((row) => columns.map((column) => total(parts(row, column)))));
  const scale = (WIDTH - LABELS - FIGURES) / most;
  const drawn: string[] = [];
  let y = TOP;
  for (const row of rows) {
    const middle = y + (columns.length * BAR) / 2 + 4;
    drawn.push(`<text x="${LABELS - 10}" y="${middle}" text-anchor="end">${escaped(row[0] ?? '')}</text>`);
    for (const [place, column] of columns.entries()) {
      let x = LABELS;
      for (const [part, value] of parts(row, column).entries()) {
        const width = value * scale;
        const colour = COLOURS[place % COLOURS.length] ?? '';
        drawn.push(
          `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 2}" fill="${colour}" fill-opacity="${part === 0 ? 1 : 0.5}"/>`,
        );
        x += width;
      }
      drawn.push(`<text x="${(x + 6).toFixed(1)}" y="${y + BAR - 5}">${escaped(row[column] ?? '')}</text>`);
      y += BAR;
    }
    y += GAP;
  }
  const legend = columns.map((column, place) => {
    const x = LABELS + place * 130;
    return `<rect x="${x}" y="36" width="12" height="12" fill="${COLOURS[place % COLOURS.length] ?? ''}"/><text x="${x + 18}" y="46">${escaped(head[column] ?? '')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="sans-serif" font-size="12" fill="#24292f" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>`,
    `<text x="16" y="22" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...legend,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
