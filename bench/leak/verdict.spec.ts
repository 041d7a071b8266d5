import { courses, type Sample } from './verdict';

const MIB = 2 ** 20;

/** Forty looks, one every ten seconds. */
function series(of: (index: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 40 }, (_, index) => ({
    at: index * 10,
    heap: 80 * MIB,
    external: 5 * MIB,
    resident: 200 * MIB,
    resources: 30,
    handles: 60,
    postgres: 12,
    redis: 5,
    ...of(index),
  }));
}

const growing = (samples: readonly Sample[]): string[] =>
  Object.entries(courses(samples)).flatMap(([measure, { grows }]) => (grows ? [measure] : []));

describe('a service under load', () => {
  it.each([
    ['is where it was', () => ({})],
    ['comes and goes', (index: number) => ({ heap: (80 + (index % 7)) * MIB, handles: 60 + (index % 4) })],
    [
      'warms up',
      (index: number) => ({ heap: (index < 10 ? 40 + 4 * index : 80) * MIB, postgres: Math.min(index, 10) }),
    ],
    ['has one peak', (index: number) => ({ heap: (index === 39 ? 300 : 80) * MIB })],
    ['is given more pages than it needs', (index: number) => ({ resident: (200 + 3 * index) * MIB })],
    ['gives back', (index: number) => ({ heap: (90 - index / 4) * MIB })],
  ])('that %s does not leak', (_name, of) => {
    expect(growing(series(of))).toEqual([]);
  });

  it.each<[string, (index: number) => Partial<Sample>]>([
    ['heap', (index) => ({ heap: (80 + index / 4 + (index % 3)) * MIB })],
    ['external', (index) => ({ external: (5 + index / 5) * MIB })],
    ['handles', (index) => ({ handles: 60 + Math.floor(index / 3) })],
    ['resources', (index) => ({ resources: 30 + Math.floor(index / 2) })],
    ['postgres', (index) => ({ postgres: 12 + Math.floor(index / 8) })],
    ['redis', (index) => ({ redis: 5 + Math.floor(index / 10) })],
  ])('that keeps %s is found out', (measure, of) => {
    expect(growing(series(of))).toEqual([measure]);
  });

  it('shows by how much it grew', () => {
    const { heap } = courses(series((index) => ({ heap: (80 + index) * MIB })));
    expect(heap.trend / MIB).toBeCloseTo(29, 6);
    expect((heap.last - heap.first) / MIB).toBeCloseTo(23, 6);
  });

  it('is not judged by fewer than eight samples', () => {
    expect(() => courses(series(() => ({})).slice(0, 9))).toThrow(/too few/);
  });
});
