import { Out } from '../../http';

/** The first and last day of a report, both inclusive. */
export class PeriodOut {
  @Out.day({ example: '2026-01-01' }) from_date: string;
  @Out.day({ example: '2026-03-31' }) to_date: string;
}
