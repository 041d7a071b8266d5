import { bar, line, Progress, time } from './progress';

describe('the progress of a task', () => {
  it.each([
    [0, '[                        ] '],
    [400, '[########                ] '],
    [1199, '[####################### ] '],
    [1200, '[########################] '],
  ])('draws %i of 1200 as %p', (done, drawn) => expect(bar({ done, total: 1200, unit: 'rows' })).toBe(drawn));

  it.each([
    [{ done: 0, total: 1200, unit: 'rows' }, 0, '  0 % 0 of 1200 rows'],
    [{ done: 400, total: 1200, unit: 'rows' }, 32_000, ' 33 % 400 of 1200 rows, 13 a second, 1 min 4 s left'],
    [{ done: 3, total: 9, unit: 'tenants' }, 2_000, ' 33 % 3 of 9 tenants, 1.5 a second, 4 s left'],
    [{ done: 1200, total: 1200, unit: 'rows' }, 60_000, '100 % 1200 of 1200 rows, 20 a second'],
    [{ done: 0, total: 0, unit: 'rows' }, 0, '100 % 0 of 0 rows'],
    [{ done: 460, unit: 'records' }, 10_000, '460 records, 46 a second'],
  ])('prints %p after %i ms as %p', (place, elapsed, text) => expect(line(place, { elapsed, since: 0 })).toBe(text));

  it('computes the speed from the first observation', () =>
    expect(line({ done: 900, total: 1000, unit: 'rows' }, { elapsed: 1000, since: 850 })).toBe(
      ' 90 % 900 of 1000 rows, 50 a second, 2 s left',
    ));

  it('formats times for people', () =>
    expect([0.4, 59, 60, 3_599, 3_600, 11_400].map(time)).toEqual([
      '0 s',
      '59 s',
      '1 min 0 s',
      '59 min 59 s',
      '1 h 0 min',
      '3 h 10 min',
    ]));
});

describe('progress', () => {
  /** Reports a task of ten seconds with two tenants per second. */
  const shown = (options: object, isTTY: boolean): string[] => {
    const written: string[] = [];
    let now = 0;
    const progress = new Progress(options, { isTTY, write: (text) => written.push(text) }, () => now);
    for (; now <= 20_000; now += 500) progress.at({ done: now / 500, total: 40, unit: 'tenants' });
    progress.end();
    return written;
  };

  it('updates one line on a terminal and removes it at the end', () => {
    const written = shown({}, true);
    expect(written).toHaveLength(41);
    expect(written[0]).toBe('\r\u001b[K[                        ]   2 % 1 of 40 tenants, 2 a second, 20 s left');
    expect(written.at(-1)).toBe('\r\u001b[K');
  });

  it('prints a line every ten seconds elsewhere', () =>
    expect(shown({}, false)).toEqual([
      ' 50 % 20 of 40 tenants, 2 a second, 10 s left\n',
      '100 % 40 of 40 tenants, 2 a second\n',
    ]));

  it.each([{ json: true }, { quiet: true }])('prints nothing with %p', (options) => {
    expect(shown(options, true)).toEqual([]);
    expect(shown(options, false)).toEqual([]);
  });
});
