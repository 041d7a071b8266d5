import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import { mirroredTenant } from '../support/mirrored-tenant';
import { Mirrors } from '../support/mirrors';
import { RandomWriters } from '../writers/random-writers';
import type { Plug } from './plug';

/** Minimum number of changes per tenant, so that a fast machine also creates every kind of record. */
const LEAST_WRITTEN = 60;

/**
 * Programs mirror all records of two tenants through the feed of changes while writers change records at random.
 * Meanwhile the API is killed and replaced, the sealing worker is replaced, and the programs are killed. At the end the
 * copies must equal the `GET` responses.
 */
export const mirrorKept: Plug = async (stage) => {
  const rounds = scaled(20, 1);
  let [api, worker] = await Promise.all([stage.start('api'), stage.worker()]);
  const { address } = api;
  const tenants = await Promise.all(stage.tokens.slice(0, 2).map((token) => mirroredTenant(address, token)));
  const mirrors = new Mirrors(tenants, address);
  const writers = tenants.map((tenant) => new RandomWriters(tenant.writers, address));
  const endWriters = (): Promise<unknown> => Promise.all(writers.map((one) => one.end()));
  let compared;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(Math.random() * scaled(3_000, 1_000));
      const next = await Promise.all([stage.start('api'), stage.start('worker')]);
      // In odd rounds the API is killed before the clients use the new one.
      const leaves = round % 2 === 0 ? api.stop() : api.kill();
      await Promise.all([leaves, worker.stop(), mirrors.killOne(round)]);
      [api, worker] = next;
      mirrors.moveTo(api.address);
      for (const one of writers) one.address = api.address;
    }
    while (writers.some(({ written }) => written < LEAST_WRITTEN)) await sleep(50);
    await endWriters();
    await stage.verdict.sealed();
    compared = await mirrors.compared();
  } finally {
    await endWriters();
    await mirrors.end();
  }
  const { records, differences } = compared;
  if (differences.length > 0) throw new Error(`The copies are not what GET shows: ${differences.join('; ')}`);
  const faults = writers.flatMap((one) => one.faults);
  const logged = stage.logged(faults.join());
  if (faults.length > 0) throw new Error(`The service failed: ${faults.join('; ')}\n${logged.join('\n')}`);
  await stage.verdict.settled();
  return {
    inFlight: 0,
    figures: {
      kills: rounds,
      written: writers.reduce((sum, { written }) => sum + written, 0),
      compared: [...records.values()].reduce((sum, count) => sum + count, 0),
      kinds: records.size,
    },
  };
};
