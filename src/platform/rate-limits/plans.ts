/** Per token. */
export interface PlanLimits {
  readonly perMinute: number;
  /** Per calendar day (UTC); undefined means unlimited. */
  readonly perDay: number | undefined;
}

const TABLES = {
  standard: {
    basic: { perMinute: 60, perDay: 1_000 },
    professional: { perMinute: 300, perDay: 10_000 },
    enterprise: { perMinute: 1_000, perDay: undefined },
  },
  auth_guide: {
    professional: { perMinute: 60, perDay: 10_000 },
    enterprise: { perMinute: 120, perDay: 50_000 },
    ultimate: { perMinute: 300, perDay: undefined },
  },
} as const satisfies Record<string, Record<string, PlanLimits>>;

export const RATE_TABLES = ['standard', 'auth_guide'] as const;
export type RateTableName = (typeof RATE_TABLES)[number];

export function plansOf(table: RateTableName): string[] {
  return Object.keys(TABLES[table]);
}

export function planLimits(table: RateTableName, plan: string): PlanLimits | undefined {
  const plans: Readonly<Record<string, PlanLimits>> = TABLES[table];
  return plans[plan];
}

/** Per address, for callers without a valid token. */
export const ADDRESS_LIMITS: PlanLimits = { perMinute: 60, perDay: undefined };
