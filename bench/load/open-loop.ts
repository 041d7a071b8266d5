import { Pool } from 'undici';
import { type Calls, send, type Slice } from './closed-loop';

/**
 * Sends requests at a fixed rate, independent of responses. Each request is timed from its due time, so a stall counts
 * for every waiting request.
 * @param rate requests per second
 * @throws UnexpectedAnswer on a response other than 2xx
 */
export async function openLoop(address: string, calls: Calls, rate: number, seconds: number): Promise<Slice> {
  const pool = new Pool(address, { connections: 128, pipelining: 1 });
  const latencies: number[] = [];
  const failures: unknown[] = [];
  const flights = new Set<Promise<void>>();
  const total = Math.floor(rate * seconds);
  const started = performance.now();
  for (let sent = 0; sent < total && failures.length === 0;) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate) + 1);
    for (; sent < due; sent += 1) {
      const at = started + (sent / rate) * 1000;
      const flight = send(pool, calls()).then(
        () => void latencies.push(performance.now() - at),
        (error: unknown) => void failures.push(error),
      );
      flights.add(flight);
      void flight.then(() => flights.delete(flight));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(flights);
  const elapsed = (performance.now() - started) / 1000;
  await pool.close();
  if (failures.length > 0) throw failures[0];
  return { requests: latencies.length, seconds: elapsed, latencies };
}
