/** A tenant to be seeded. Everything in it follows from these numbers; nothing is random. */
export interface TenantSpec {
  readonly slug: string;
  readonly orders: number;
  readonly vendors: number;
  /** Lines of each order. */
  readonly lines: number;
  /** Whether orders have approvals, documents and an audit trail beside their lines. */
  readonly dressed: boolean;
  /** Tokens of each of its two users: enough that no plan's limit is met at full load. */
  readonly tokens: number;
}

/** How much is seeded and how long is measured. */
export interface Scale {
  readonly name: string;
  readonly small: TenantSpec;
  readonly middle: TenantSpec;
  readonly large: TenantSpec;
  /** Takes the creates of "into one tenant", so that the others stay what they are. */
  readonly busy: TenantSpec;
  readonly crowd: readonly TenantSpec[];
  /** Seconds of a slice, pairs of slices, and connections of the load. */
  readonly sliceSeconds: number;
  readonly pairs: number;
  readonly connections: number;
  /** Requests of each query of the growth run, to each tenant. */
  readonly growthRequests: number;
  readonly openLoopSeconds: number;
  readonly pdfPages: number;
  readonly webhookEvents: number;
  /** Events of the small tenant and of the large one, where the feed of changes is walked. */
  readonly events: { readonly small: number; readonly large: number };
  /** Vendors of an import. */
  readonly importRows: number;
  /** Which workloads; all of them when left out. */
  readonly workloads?: readonly string[];
  /** What the title of a question of the growth run contains; all of them when left out. */
  readonly questions?: string;
}

const big = (slug: string, orders: number, vendors: number, lines: number, dressed: boolean): TenantSpec => ({
  slug,
  orders,
  vendors,
  lines,
  dressed,
  tokens: 200,
});

const crowdOf = (count: number): TenantSpec[] =>
  Array.from({ length: count }, (_, index) => ({
    ...big(`crowd-${index + 1}`, 50, 10, 3, true),
    tokens: 20,
  }));

export const SCALES: Readonly<Record<'quick' | 'medium' | 'full', Scale>> = {
  quick: {
    name: 'quick',
    small: big('small', 1_000, 50, 3, true),
    middle: big('middle', 5_000, 100, 3, true),
    large: big('large', 20_000, 400, 1, false),
    busy: big('busy', 50, 10, 3, true),
    crowd: crowdOf(20),
    sliceSeconds: 1,
    pairs: 2,
    connections: 32,
    growthRequests: 10,
    openLoopSeconds: 1,
    pdfPages: 4,
    webhookEvents: 100,
    events: { small: 1_000, large: 20_000 },
    importRows: 5_000,
  },
  medium: {
    name: 'medium',
    small: big('small', 1_000, 200, 3, true),
    middle: big('middle', 20_000, 500, 3, true),
    large: big('large', 200_000, 5_000, 1, false),
    busy: big('busy', 50, 10, 3, true),
    crowd: crowdOf(100),
    sliceSeconds: 2,
    pairs: 7,
    connections: 32,
    growthRequests: 40,
    openLoopSeconds: 5,
    pdfPages: 20,
    webhookEvents: 1_000,
    events: { small: 1_000, large: 1_000_000 },
    importRows: 100_000,
  },
  full: {
    name: 'full',
    small: big('small', 1_000, 200, 3, true),
    middle: big('middle', 100_000, 2_000, 3, true),
    large: big('large', 1_000_000, 20_000, 1, false),
    busy: big('busy', 50, 10, 3, true),
    crowd: crowdOf(200),
    sliceSeconds: 3,
    pairs: 15,
    connections: 32,
    growthRequests: 60,
    openLoopSeconds: 10,
    pdfPages: 40,
    webhookEvents: 2_000,
    events: { small: 1_000, large: 1_000_000 },
    importRows: 100_000,
  },
};

/** Every tenant of a scale. */
export function tenantsOf(scale: Scale): readonly TenantSpec[] {
  return [scale.small, scale.middle, scale.large, scale.busy, ...scale.crowd];
}
