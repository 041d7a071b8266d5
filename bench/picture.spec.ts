import { svgOf } from './picture';

const TABLE = {
  head: ['ms', 'service', 'bare'],
  rows: [
    ['W1 & <W2>', '1.00 + 3.00', '2.00'],
    ['W3', '8.00', '4.00'],
  ],
};

const widths = (svg: string): number[] =>
  [...svg.matchAll(/width="([\d.]+)" height="14"/g)].map((found) => Number(found[1]));

describe('a picture of a table', () => {
  it('draws a bar for each column of each row, in proportion, with its parts', () => {
    const [first = 0, ...others] = widths(svgOf(TABLE, { name: 'x', title: 'x', columns: [1, 2] }));
    expect(others.map((width) => Math.round((width / first) * 10) / 10)).toEqual([3, 2, 8, 4]);
  });

  it('draws only the requested rows, on their own scale', () => {
    const all = widths(svgOf(TABLE, { name: 'x', title: 'x', columns: [1, 2] }));
    const one = widths(svgOf(TABLE, { name: 'x', title: 'x', columns: [1, 2], rows: 1 }));
    expect(one).toHaveLength(3);
    expect(one[0]).toBeCloseTo(2 * (all[0] ?? 0), 0);
  });

  it('escapes the texts of the table', () => {
    expect(svgOf(TABLE, { name: 'x', title: 'x', columns: [1] })).toContain('W1 &amp; &lt;W2>');
  });
});
