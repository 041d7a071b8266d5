import type { Check } from '../check';
import { type ClockReading, judgeClock } from '../domain/machine';
import { ok, skipped, warning } from '../domain/finding';

/** This machine's clock against that of PostgreSQL, whose `now()` many rows carry. */
export const databaseClock: Check = {
  name: 'clock',
  needs: 'database',
  run: async ({ database, clock }) => {
    const connected = await database();
    const ask = async (): Promise<ClockReading> => {
      const before = clock.now().getTime();
      const [row] = await connected.query<{ there: Date }[]>('SELECT clock_timestamp() AS there');
      return { before, there: row?.there.getTime() ?? NaN, after: clock.now().getTime() };
    };
    // The first question also opens a connection.
    await ask();
    return [judgeClock('PostgreSQL', await ask())];
  },
};

/** This machine's clock against that of Redis, which counts minutes for rate limits. */
export const redisClock: Check = {
  name: 'clock of Redis',
  needs: 'redis',
  run: async ({ redis, clock }) => {
    const connected = await redis();
    if (!connected) return [skipped('REDIS_URL is not set')];
    const before = clock.now().getTime();
    const [seconds, microseconds] = await connected.time();
    const there = Number(seconds) * 1000 + Number(microseconds) / 1000;
    return [judgeClock('Redis', { before, there, after: clock.now().getTime() })];
  },
};

/** A zone with an offset that is not UTC's: its rules come from the time zone database. */
const ZONE = 'Asia/Riyadh';

/** That names of time zones mean something, here and in PostgreSQL. */
export const timeZones: Check = {
  name: 'time zones',
  run: () => {
    const hour = new Intl.DateTimeFormat('en', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' }).format(0);
    return Promise.resolve([
      hour === '03'
        ? ok(`Time zones are known, in the version ${process.versions.tz ?? 'of the system'}`)
        : warning(`${ZONE} is not known to Node.js`, 'Use a Node.js with full ICU data.'),
    ]);
  },
};
