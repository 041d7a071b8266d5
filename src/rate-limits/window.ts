import type { PlanLimits } from './plans';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The fixed windows an instant falls in. */
export interface Windows {
  readonly minute: number;
  readonly day: number;
  /** When the minute window ends, in milliseconds. */
  readonly minuteEnds: number;
  /** 00:00 UTC of the next day, in milliseconds. */
  readonly dayEnds: number;
}

export function windowsAt(now: number): Windows {
  const minute = Math.floor(now / MINUTE);
  const day = Math.floor(now / DAY);
  return { minute, day, minuteEnds: (minute + 1) * MINUTE, dayEnds: (day + 1) * DAY };
}

/** Counts of a caller after a request was let through or refused. */
export interface Counts {
  readonly allowed: boolean;
  readonly minuteCount: number;
  /** Which limit refused. */
  readonly refusedBy?: 'minute' | 'day';
  /** Changes whenever a token of the tenant may have changed; see `TokenEpochs`. */
  readonly epoch?: string;
}

/** The result for a caller, and what the headers of its answer show. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the minute window ends. */
  readonly reset: number;
  /** Whole seconds to wait; present when refused. */
  readonly retryAfter?: number;
  readonly epoch?: string;
}

/** Turns counts into what the headers say. */
export function verdict(counts: Counts, limits: PlanLimits, windows: Windows, now: number): RateVerdict {
  const ends = counts.refusedBy === 'day' ? windows.dayEnds : windows.minuteEnds;
  return {
    allowed: counts.allowed,
    limit: limits.perMinute,
    remaining: counts.allowed ? Math.max(0, limits.perMinute - counts.minuteCount) : 0,
    reset: Math.ceil(windows.minuteEnds / 1000),
    ...(counts.allowed ? {} : { retryAfter: Math.max(1, Math.ceil((ends - now) / 1000)) }),
    ...(counts.epoch !== undefined ? { epoch: counts.epoch } : {}),
  };
}
