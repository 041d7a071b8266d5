import { addDays, type CalendarDate } from '../../common/clock';
import type { Period } from '../domain/period';

/** The figure that is looked at up to yesterday: what is due today may still come. */
export const LATE = 'lines_late';

/** The days on which figures of performance count. */
export interface PerformanceDays {
  readonly all: Period;
  /** Those of {@link LATE}; they end before they begin when there are none. */
  readonly late: Period;
  readonly today: CalendarDate;
}

export function performanceDays(period: Period, today: CalendarDate): PerformanceDays {
  const yesterday = addDays(today, -1);
  return { all: period, late: { from: period.from, to: period.to < yesterday ? period.to : yesterday }, today };
}
