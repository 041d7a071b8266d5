import { Clock } from '../../src/common/clock';

/** A clock that moves only when set, for tests and for replaying a day. */
export class ManualClock extends Clock {
  private instant: number;

  constructor(start: Date | string) {
    super();
    this.instant = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.instant);
  }

  set(instant: Date | string): void {
    this.instant = new Date(instant).getTime();
  }

  advance(milliseconds: number): void {
    this.instant += milliseconds;
  }
}
