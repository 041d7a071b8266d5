import { median } from '../load/statistics';

/** One measurement of the service, at rest and after a garbage collection. */
export interface Sample {
  /** Seconds since the load began. */
  readonly at: number;
  /** Bytes. */
  readonly heap: number;
  readonly external: number;
  readonly resident: number;
  /** What keeps Node's event loop alive: sockets, timers. */
  readonly resources: number;
  /** Open files and sockets, as the kernel counts them. */
  readonly handles: number;
  /** Connections to PostgreSQL and to Redis. */
  readonly postgres: number;
  readonly redis: number;
}

export type Measure = Exclude<keyof Sample, 'at'>;

/** How one measure went, from the first quarter after the warm-up to the last. */
export interface Course {
  readonly first: number;
  readonly last: number;
  /** What a straight line through all of it rises by from its beginning to its end. */
  readonly trend: number;
  readonly allowed: number;
  readonly grows: boolean;
}

/** Caches fill, pools open and V8 compiles in this first part of the samples. */
const WARM_UP = 0.25;

/** The growth that is allowed: a share of the first value, or an absolute amount if that is more. */
const ALLOWED: Readonly<Partial<Record<Measure, { readonly share: number; readonly least: number }>>> = {
  heap: { share: 0.05, least: 3 * 2 ** 20 },
  external: { share: 0.1, least: 2 * 2 ** 20 },
  resources: { share: 0, least: 4 },
  handles: { share: 0, least: 4 },
  postgres: { share: 0, least: 2 },
  redis: { share: 0, least: 1 },
};

/**
 * Whether the service keeps what it should let go. A measure grows when both its last quarter and the straight line through all
 * of it have risen by more than is allowed: one peak is no leak. Resident memory is reported, not judged: when V8 returns
 * memory to the system does not depend on the service.
 * @throws Error with fewer than eight samples after the warm-up
 */
export function courses(samples: readonly Sample[]): Readonly<Record<Measure, Course>> {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  if (settled.length < 8) throw new Error(`${samples.length} samples are too few to say anything`);
  const quarter = Math.floor(settled.length / 4);
  const course = (measure: Measure): Course => {
    const first = median(settled.slice(0, quarter).map((sample) => sample[measure]));
    const last = median(settled.slice(-quarter).map((sample) => sample[measure]));
    const trend = rise(settled.map((sample) => [sample.at, sample[measure]]));
    const rule = ALLOWED[measure];
    const allowed = rule ? Math.max(first * rule.share, rule.least) : Number.POSITIVE_INFINITY;
    return { first, last, trend, allowed, grows: last - first > allowed && trend > allowed };
  };
  return {
    heap: course('heap'),
    external: course('external'),
    resident: course('resident'),
    resources: course('resources'),
    handles: course('handles'),
    postgres: course('postgres'),
    redis: course('redis'),
  };
}

/** What the line of least squares rises by from the first point to the last. */
function rise(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const under = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return under === 0 ? 0 : (over / under) * (to - from);
}
