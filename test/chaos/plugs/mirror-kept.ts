import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import { Mirrors } from '../support/mirrors';
import { RandomWriters } from '../support/random-writers';
import type { Plug } from './plug';

/**
 * Programs keep a copy of the records of two tenants by the feed of changes, while several writers do anything, the API is killed and
 * replaced, the worker that seals is replaced, and the programs themselves are killed. At the end the copies are what the lists say.
 */
export const mirrorKept: Plug = async (stage) => {
  const rounds = scaled(20, 1);
  let [api, worker] = await Promise.all([stage.start('api'), stage.worker()]);
  const tokens = stage.tokens.slice(0, 2);
  const mirrors = new Mirrors(tokens, api.address);
  const writers = tokens.map((token) => new RandomWriters(token, api.address, 3));
  let differences: string[];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(Math.random() * scaled(3_000, 1_000));
      const next = await Promise.all([stage.start('api'), stage.start('worker')]);
      // Every other time the API is killed before anybody knows of another.
      const leaves = round % 2 === 0 ? api.stop() : api.kill();
      await Promise.all([leaves, worker.stop(), mirrors.killOne(round)]);
      [api, worker] = next;
      mirrors.moveTo(api.address);
      for (const one of writers) one.address = api.address;
    }
    await Promise.all(writers.map((one) => one.end()));
    differences = await mirrors.differences();
  } finally {
    await Promise.all(writers.map((one) => one.end()));
    await mirrors.end();
  }
  if (differences.length > 0) throw new Error(`The copies are not what the lists say: ${differences.join(', ')}`);
  await stage.verdict.settled();
  return {
    inFlight: 0,
    figures: { kills: rounds, written: writers.reduce((sum, { written }) => sum + written, 0) },
  };
};
