import type { Instants } from '../../../common/clock';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * The period from one moment to another, both inclusive. A day is a whole UTC day. A timestamp has millisecond
 * precision, as in responses.
 * @param from `YYYY-MM-DD` or ISO 8601 with an offset, as `rules.moment` accepts it
 */
export function instantsOf(from: string | undefined, to: string | undefined): Instants {
  return {
    from: from === undefined ? undefined : new Date(Date.parse(from)),
    before: to === undefined ? undefined : new Date(Date.parse(to) + (isDay(to) ? DAY_MILLISECONDS : 1)),
  };
}

const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length;
