/** A tenant to seed. All its data is derived from these numbers without randomness. */
export interface TenantSpec {
  readonly slug: string;
  readonly orders: number;
  readonly vendors: number;
  readonly lines: number;
  /** Whether orders have approvals, documents and an audit trail besides their lines. */
  readonly dressed: boolean;
  /** Tokens of each of its two users: enough to stay below the plan's limit at full load. */
  readonly tokens: number;
}

/** The amount of seeded data and the duration of the measurement. */
export interface Scale {
  readonly name: string;
  readonly small: TenantSpec;
  readonly middle: TenantSpec;
  readonly large: TenantSpec;
  /** Receives the creates of "one tenant" workloads, so that the others do not change. */
  readonly busy: TenantSpec;
  readonly crowd: readonly TenantSpec[];
  readonly sliceSeconds: number;
  readonly pairs: number;
  /** Requests of each query of the growth run, for each tenant. */
  readonly growthRequests: number;
  readonly openLoopSeconds: number;
  readonly importRows: number;
  /** All by default. */
  readonly workloads?: readonly string[] | undefined;
  /** A text in the titles of the selected growth queries; all by default. */
  readonly questions?: string | undefined;
  readonly variant?: Variant | undefined;
}

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

export function tenantsOf(scale: Scale): readonly TenantSpec[] {
  return [scale.small, scale.middle, scale.large, scale.busy, ...scale.crowd];
}

/** The scale with this number of orders of its largest tenant, and as many of them per vendor. */
export function enlarged(scale: Scale, orders: number): Scale {
  if (!(orders >= 1_000 && orders <= MOST_ORDERS)) throw new Error(`--orders: from 1000 to ${MOST_ORDERS}`);
  const { name, large } = scale;
  const vendors = Math.round((large.vendors * orders) / large.orders);
  return { ...scale, name: `${name}, ${orders} orders`, large: { ...large, orders, vendors } };
}

const MOST_ORDERS = 10_000_000;
const MOST_TENANTS = 100_000;
const LARGEST = 50_000;

/**
 * The scale with this number of tenants: the one of rank r has `50,000 / r ^ 0.9` orders, but at least two. The
 * largest, the second, the median and the smallest have their roles, all others are in the crowd.
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
  const measured = (spec: TenantSpec): TenantSpec => ({ ...spec, tokens: scale.large.tokens });
  return {
    ...scale,
    name: `${tenants} tenants`,
    large: measured(large),
    busy: measured(second),
    middle: measured(middle),
    small: measured(small),
    crowd: all,
  };
}
