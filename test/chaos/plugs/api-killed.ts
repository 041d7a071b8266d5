import { setTimeout as sleep } from 'node:timers/promises';
import { awaitedLater } from '../../support/awaited-later';
import { scaled } from '../support/figures';
import { createVendors } from '../support/requests';
import type { Plug } from './plug';

/**
 * SIGKILL of the API between commit and enqueue. In odd rounds the connection to Redis drops everything from the first
 * request on, so committed events cannot be enqueued. In even rounds Redis works.
 */
export const apiKilled: Plug = async (stage) => {
  const rounds = scaled(20, 1);
  await stage.worker();
  let [unheard, answered] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const isMute = round % 2 === 1;
    const { relay, url } = await stage.servers.redisRelay();
    const api = await stage.start('api', { REDIS_URL: url });
    const before = await stage.verdict.events();
    if (isMute) relay.mute();
    const requests = awaitedLater(createVendors(api.address, stage.tokens, 24));
    const enough = before + 1 + Math.floor(Math.random() * 8);
    while ((await stage.verdict.events()) < enough) await sleep(5);
    await api.kill();
    await relay.close();
    answered += (await requests).filter((status) => status === 201).length;
    if (isMute) unheard += (await stage.verdict.events()) - before;
  }
  await stage.verdict.settled();
  return {
    inFlight: 0,
    figures: { kills: rounds, answered, never_enqueued: unheard, slowest_seconds: await stage.verdict.slowest() },
    targets: { slowest_seconds: 35 },
  };
};
