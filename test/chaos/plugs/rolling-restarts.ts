import { scaled } from '../support/figures';
import { RequestStream } from '../support/requests';
import { answersLate } from '../support/responders';
import type { Plug } from './plug';

/** Both halves of the service are replaced again and again, one process at a time, under requests. */
export const rollingRestarts: Plug = async (stage) => {
  const restarts = scaled(20, 1);
  stage.receiver.respond = answersLate(150);
  let [api, worker] = await Promise.all([stage.start('api'), stage.worker()]);
  const requests = new RequestStream(stage.tokens, api.address);
  requests.begin(10);
  let unclean = 0;
  try {
    for (let restart = 1; restart <= restarts; restart += 1) {
      const next = await Promise.all([stage.start('api'), stage.start('worker')]);
      requests.address = next[0].address;
      const ends = await Promise.all([api.stop(), worker.stop()]);
      unclean += ends.filter((end) => end !== 0).length;
      [api, worker] = next;
    }
  } finally {
    await requests.end();
  }
  await stage.verdict.settled();
  return {
    inFlight: 0,
    figures: {
      restarts,
      requests: requests.answered + requests.failed,
      failed_requests: requests.failed,
      unclean_exits: unclean,
      slowest_seconds: await stage.verdict.slowest(),
    },
    targets: { failed_requests: 0, unclean_exits: 0, slowest_seconds: 10 },
  };
};
