import type { Figures } from '../load/pairs';
import { growthChart, insert, page, type Results, throughputChart } from './page';

const figures = (rate: number): Figures => ({
  rate,
  p50: 8.123,
  p99: 21.5,
  programCpu: 0.3,
  postgresCpu: 0.2,
  rates: [rate],
  programCpus: [0.3],
});
const even = { median: 1, low: 0.95, high: 1.05 };

const RESULTS: Results = {
  about: {
    command: 'npm run bench -- --scale quick',
    date: '2026-11-21T10:00:00.000Z',
    commit: 'abc1234',
    node: 'v20.19.0',
    cpus: 2,
    loadBefore: [0.5, 0.4, 0.3],
  },
  throughput: {
    compared: {
      W1: {
        title: 'GET one order',
        figures: { service: figures(1_000), bare: figures(2_000), control: figures(2_000), express: figures(1_100) },
        toBare: { median: 0.5, low: 0.45, high: 0.55 },
        toExpress: { median: 0.91, low: 0.88, high: 0.95 },
        control: even,
        undecided: false,
      },
      W2: {
        title: 'first page',
        figures: { service: figures(500), bare: figures(900) },
        toBare: { median: 0.56, low: 0.3, high: 0.9 },
        toExpress: { median: 0.9, low: 0.5, high: 1.2 },
        control: { median: 1, low: 0.8, high: 1.3 },
        undecided: true,
      },
    },
    alone: { W6: { title: 'spending report', figures: figures(1_500) } },
    approve: { rate: 120, p50: 30, p99: 70 },
    openLoop: { W1: { rate: 500, p50: 2, p99: 9 } },
    memory: { service: 200 * 2 ** 20 },
  },
  pdf: {
    renderer: 11.04,
    bare: 12,
    service: 10.2,
    toBare: { median: 0.92, low: 0.9, high: 0.94 },
    serviceToBare: { median: 0.85, low: 0.8, high: 0.9 },
    control: even,
    undecided: false,
    alone: 97,
  },
  webhooks: {
    inFlight: 50,
    deliveries: 2_000,
    worker: 480,
    fresh: 790,
    kept: 2_400,
    toFresh: { median: 0.61, low: 0.6, high: 0.62 },
    toKept: { median: 0.2, low: 0.19, high: 0.21 },
    control: { median: 1, low: 0.7, high: 1.2 },
    undecided: true,
    processor: 1.5,
  },
  processes: {
    W1: { title: 'GET one order', one: figures(900), two: figures(1_530), ratio: { median: 1.7, low: 1.6, high: 1.8 } },
  },
  growth: [
    {
      title: 'last page',
      small: 0.1,
      large: 0.14,
      ratio: { median: 1.4, low: 1.2, high: 1.6 },
      smallRequest: 3,
      largeRequest: 3.2,
    },
  ],
};

describe('the page of figures', () => {
  it('holds every figure with its interval, the control beside it', () => {
    const text = page(RESULTS);
    expect(text).toContain(
      '| W1: GET one order | 1000 | 2000 | 1100 | 0.50 [0.45, 0.55] | 0.91 [0.88, 0.95] | 1.00 [0.95, 1.05] |  |',
    );
    expect(text).toMatch(/W2: first page .*UNDECIDED/);
    expect(text).toContain('| W6: spending report | 1500 | 8.12 | 21.5 | 0.30 | 0.20 |');
    expect(text).toContain('| W7: approve an order with a budget | 120 | 30.0 | 70.0 |');
    expect(text).toContain('| service | 200 |');
    expect(text).toContain('| W1: GET one order | 900 | 1530 | 1.70 [1.60, 1.80] |');
    expect(text).toContain(
      '| the renderer (97.0 ms a page, alone) | 11.0 | 12.0 | 0.92 [0.90, 0.94] | 1.00 [0.95, 1.05] |  |',
    );
    expect(text).toContain('| the service, over HTTP | 10.2 | 12.0 | 0.85 [0.80, 0.90] | 1.00 [0.95, 1.05] |  |');
    expect(text).toContain('| Webhooks, 50 in flight |');
    expect(text).toContain(
      '| against a connection each | 480 | 790 | 0.61 [0.60, 0.62] | 1.00 [0.70, 1.20] | 1.50 | UNDECIDED |',
    );
    expect(text).toContain('| against connections kept | 480 | 2400 | 0.20 [0.19, 0.21] |');
    expect(text).toContain('| last page | 0.10 | 0.14 | 1.40 [1.20, 1.60] | 3.00 | 3.20 |');
    expect(text).toContain('`npm run bench -- --scale quick` on 2026-11-21 at commit abc1234');
  });

  it('shows what was run alone', () => {
    const text = page({ about: RESULTS.about });
    expect(text).not.toContain('svg');
    expect(text).not.toContain('|');
  });

  it('draws both baselines and the control for each workload, and marks what is undecided', () => {
    const { groups } = throughputChart(RESULTS.throughput!);
    expect(groups.map(({ label }) => label)).toEqual(['W1', 'W2 (UNDECIDED)']);
    expect(groups.map(({ bars }) => bars.map(({ median, tone }) => [median, tone]))).toEqual([
      [
        [0.5, 'service'],
        [0.91, 'second'],
        [1, 'control'],
      ],
      [
        [0.56, 'undecided'],
        [0.9, 'undecided'],
        [1, 'control'],
      ],
    ]);
    expect(growthChart(RESULTS.growth ?? []).groups[0]?.bars[0]).toMatchObject({
      label: 'last page',
      median: 1.4,
      high: 1.6,
    });
  });

  it('goes between the marks of its document, and into no other', () => {
    const document = 'before\n<!-- figures: npm run bench:report -->\nold\n<!-- /figures -->\nafter\n';
    const once = insert(document, 'new');
    expect(once).toBe('before\n<!-- figures: npm run bench:report -->\n\nnew\n\n<!-- /figures -->\nafter\n');
    expect(insert(once, 'new')).toBe(once);
    expect(() => insert('no marks', 'new')).toThrow(/no <!-- figures/);
  });
});
