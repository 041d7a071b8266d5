import { type Bar, drawBars, niceTop } from './bars';

const bar = (median: number, low: number, high: number, label = 'to bare'): Bar => ({
  label,
  median,
  low,
  high,
  tone: 'service',
});

/** The attributes of the first element of a kind, with those whose test holds. */
function elements(svg: string, kind: string): Record<string, string>[] {
  return [...svg.matchAll(new RegExp(`<${kind} ([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  );
}

describe('a picture of bars', () => {
  const svg = drawBars({
    title: 'A & B',
    groups: [
      { label: 'W1', bars: [bar(0.5, 0.4, 0.6), bar(1, 0.9, 1.1, 'A/A <control>')] },
      { label: 'W2', bars: [bar(0.25, 0.25, 0.25)] },
    ],
    marks: [{ at: 1, label: 'even' }],
  });
  const bars = elements(svg, 'rect').slice(1);
  const intervals = elements(svg, 'line').filter((line) => line['class'] === 'interval');
  const start = Number(bars[0]?.['x']);

  it('are as long as their medians are large, from one line on', () => {
    const widths = bars.map((one) => Number(one['width']));
    expect(widths[0]).toBeCloseTo((widths[1] ?? 0) / 2, 0);
    expect(widths[2]).toBeCloseTo((widths[1] ?? 0) / 4, 0);
    expect(new Set(bars.map((one) => one['x'])).size).toBe(1);
  });

  it('end at the edge that is given, and say so', () => {
    const torn = drawBars({
      title: 'A',
      groups: [{ label: 'W', bars: [bar(2, 2, 2), bar(90, 80, 95)] }],
      marks: [],
      most: 8,
    });
    const [, short, long] = elements(torn, 'rect').map((one) => Number(one['width']));
    expect((long ?? 0) / (short ?? 1)).toBeCloseTo(4, 1);
    expect(torn).toContain('>90.00 →<');
    expect(torn).toContain('>2.00<');
  });

  it('carry their intervals on the same scale, inside the picture', () => {
    const unit = Number(bars[1]?.['width']);
    expect((Number(intervals[0]?.['x1']) - start) / unit).toBeCloseTo(0.4, 2);
    expect((Number(intervals[0]?.['x2']) - start) / unit).toBeCloseTo(0.6, 2);
    expect(Number(intervals[1]?.['x2'])).toBeLessThan(860);
    const [mark] = elements(svg, 'line').filter((line) => line['class'] === 'mark');
    expect((Number(mark?.['x1']) - start) / unit).toBeCloseTo(1, 2);
  });

  it('stand below each other, and their words are no markup', () => {
    const heights = bars.map((one) => Number(one['y']));
    expect([...heights].sort((one, other) => one - other)).toEqual(heights);
    expect(new Set(heights).size).toBe(3);
    expect(svg).toContain('A &amp; B');
    expect(svg).toContain('A/A &lt;control&gt;');
  });

  it.each([
    [0, 1],
    [0.93, 1],
    [1, 1],
    [1.1, 1.25],
    [3.2, 5],
    [7, 10],
    [140, 150],
  ])('for %d ends at %d', (most, top) => {
    expect(niceTop(most)).toBeCloseTo(top, 6);
  });
});
