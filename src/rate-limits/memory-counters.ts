import type { PlanLimits } from './plans';
import type { Counts, Windows } from './window';

/** Counters of one process: for the single-process service, and for as long as Redis is away. */
export class MemoryCounters {
  private minute = { window: -1, counts: new Map<string, number>() };
  private day = { window: -1, counts: new Map<string, number>() };

  /** How many of this minute are counted, without counting one. */
  peek(caller: string, windows: Windows): number {
    return this.minute.window === windows.minute ? (this.minute.counts.get(caller) ?? 0) : 0;
  }

  take(caller: string, limits: PlanLimits, windows: Windows): Counts {
    // A window that has ended is forgotten whole, so the maps never outgrow the callers of one day.
    if (this.minute.window !== windows.minute) this.minute = { window: windows.minute, counts: new Map() };
    if (this.day.window !== windows.day) this.day = { window: windows.day, counts: new Map() };
    const minuteCount = this.minute.counts.get(caller) ?? 0;
    const dayCount = this.day.counts.get(caller) ?? 0;
    if (limits.perDay !== undefined && dayCount >= limits.perDay) {
      return { allowed: false, minuteCount, refusedBy: 'day' };
    }
    if (minuteCount >= limits.perMinute) return { allowed: false, minuteCount, refusedBy: 'minute' };
    this.minute.counts.set(caller, minuteCount + 1);
    this.day.counts.set(caller, dayCount + 1);
    return { allowed: true, minuteCount: minuteCount + 1 };
  }
}
