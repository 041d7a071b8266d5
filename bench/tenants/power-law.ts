import { type Scale, SCALES, type TenantSpec } from '../scale';

/** Orders of the tenant of a rank fall with the rank's power of so much. */
const EXPONENT = 0.9;

/** Orders of the largest tenant of an installation of {@link FULL} tenants. */
const LARGEST = 50_000;
export const FULL = 100_000;

/**
 * Orders of the tenant of a rank (from 1): `50,000 / rank ^ 0.9`, and no fewer than two. An installation of fewer tenants is a
 * part of the full one, with its largest, its smallest and those between them at equal distances: its sizes are distributed alike.
 */
export function ordersOf(rank: number, tenants: number, largest = LARGEST): number {
  const rankAmongAll = 1 + ((rank - 1) * (FULL - 1)) / Math.max(1, tenants - 1);
  return Math.max(2, Math.round(largest / rankAmongAll ** EXPONENT));
}

/** The tenants of an installation, by their rank; nothing is random. */
export function population(tenants: number, largest?: number): TenantSpec[] {
  return Array.from({ length: tenants }, (_, index) => {
    const orders = ordersOf(index + 1, tenants, largest);
    const vendors = Math.min(1_000, Math.max(2, Math.round(orders / 20)));
    return { slug: `tenant-${index + 1}`, orders, vendors, lines: 2, dressed: true, tokens: 1 };
  });
}

/** What {@link setStage} seeds: the largest tenant, the median and the smallest under their names, all others in the crowd. */
export function installation(tenants: number, largest?: number): Scale {
  if (!Number.isInteger(tenants) || tenants < 10 || tenants > FULL) throw new Error(`Tenants: from 10 to ${FULL}`);
  const all = population(tenants, largest);
  const middleAt = Math.floor(tenants / 2);
  const [large, busy, middle, small] = [all[0], all[1], all[middleAt], all[tenants - 1]];
  if (!large || !busy || !middle || !small) throw new Error('Too few tenants');
  const crowd = all.filter((tenant) => ![large, busy, middle, small].includes(tenant));
  return { ...SCALES.quick, name: `${tenants} tenants`, large, busy, middle, small, crowd };
}
