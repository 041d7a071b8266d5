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
  /** Seconds of a slice, and pairs of slices. */
  readonly sliceSeconds: number;
  readonly pairs: number;
  /** Requests of each query of the growth run, to each tenant. */
  readonly growthRequests: number;
  readonly openLoopSeconds: number;
  /** Vendors of an import. */
  readonly importRows: number;
  /** Which workloads; all of them when left out. */
  readonly workloads?: readonly string[] | undefined;
  /** What the title of a question of the growth run contains; all of them when left out. */
  readonly questions?: string | undefined;
  /** A second copy of the service that differs in these settings; none when left out. */
  readonly variant?: Variant | undefined;
}

/** Environment variables and flags of Node. */
export interface Variant {
  readonly env: NodeJS.ProcessEnv;
  readonly flags: readonly string[];
}

const tenant = (slug: string, orders: number, vendors: number): TenantSpec => {
  return { slug, orders, vendors, lines: 3, dressed: true, tokens: 200 };
};
const plain = { lines: 1, dressed: false };
const busy = tenant('busy', 50, 10);
const crowdOf = (count: number): TenantSpec[] =>
  Array.from({ length: count }, (_, index) => ({ ...tenant(`crowd-${index + 1}`, 50, 10), tokens: 20 }));

export const SCALES: Readonly<Record<'quick' | 'full', Scale>> = {
  quick: {
    name: 'quick',
    small: tenant('small', 1_000, 50),
    middle: tenant('middle', 5_000, 100),
    large: { ...tenant('large', 20_000, 400), ...plain },
    busy,
    crowd: crowdOf(20),
    sliceSeconds: 1,
    pairs: 2,
    growthRequests: 10,
    openLoopSeconds: 1,
    importRows: 5_000,
  },
  full: {
    name: 'full',
    small: tenant('small', 1_000, 200),
    middle: tenant('middle', 100_000, 2_000),
    large: { ...tenant('large', 1_000_000, 20_000), ...plain },
    busy,
    crowd: crowdOf(200),
    sliceSeconds: 3,
    pairs: 15,
    growthRequests: 60,
    openLoopSeconds: 10,
    importRows: 100_000,
  },
};

/** Every tenant of a scale. */
export function tenantsOf(scale: Scale): readonly TenantSpec[] {
  return [scale.small, scale.middle, scale.large, scale.busy, ...scale.crowd];
}

/** The most tenants of an installation, and the orders of its largest. */
const MOST_TENANTS = 100_000;
const LARGEST = 50_000;

/**
 * The scale with so many tenants instead of its own: that of rank r has `50,000 / r ^ 0.9` orders, and no fewer than two.
 * The largest, the second, the median and the smallest are under their names, all others in the crowd.
 */
export function powerLaw(scale: Scale, tenants: number): Scale {
  if (!(tenants >= 10 && tenants <= MOST_TENANTS)) throw new Error(`--tenants: from 10 to ${MOST_TENANTS}`);
  const all = Array.from({ length: tenants }, (_, index): TenantSpec => {
    const orders = Math.max(2, Math.round(LARGEST / (index + 1) ** 0.9));
    const vendors = Math.min(1_000, Math.max(2, Math.round(orders / 20)));
    return { slug: `tenant-${index + 1}`, orders, vendors, lines: 2, dressed: true, tokens: 1 };
  });
  const [large, second] = all.splice(0, 2);
  const [middle] = all.splice(Math.floor(all.length / 2), 1);
  const small = all.pop();
  if (!large || !second || !middle || !small) throw new Error('Too few tenants');
  return { ...scale, name: `${tenants} tenants`, large, busy: second, middle, small, crowd: all };
}
