import { interval, markdown, short } from './report';

describe('a table of figures', () => {
  it('is Markdown with aligned columns', () => {
    const rows = [
      ['W1: GET one order', short(8.123)],
      ['W2', short(21.46)],
    ];
    expect(markdown({ head: ['', 'p99 ms'], rows }).split('\n')).toEqual([
      '|                   | p99 ms |',
      '| ----------------- | ------ |',
      '| W1: GET one order | 8.12   |',
      '| W2                | 21.5   |',
    ]);
  });

  it('shows a ratio with its interval', () => {
    expect(interval({ median: 0.5, low: 0.449, high: 0.551 })).toBe('0.50 [0.45, 0.55]');
  });
});
