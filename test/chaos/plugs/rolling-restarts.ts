import { freePorts } from '../../../tools/servers/ports';
import { Nginx } from '../../operations/support/nginx';
import { bringPrograms } from '../../support/programs/program';
import { scaled } from '../support/figures';
import { RequestStream } from '../support/requests';
import { answersLate } from '../support/responders';
import type { ServiceProcess } from '../support/service-process';
import type { Plug } from './plug';

/**
 * nginx sends POSTs to two instances of the API. They restart in turn, each after the other is ready, together with the
 * worker. nginx opens a connection for every request, so that a shutdown meets many new connections.
 */
export const rollingRestarts: Plug = async (stage) => {
  const restarts = scaled(30, 1);
  // Before the first request, because it blocks the event loop.
  bringPrograms(['nginx']);
  stage.receiver.respond = answersLate(150);
  const ports = [await freePorts(2), await freePorts(2)] as const;
  const start = (index: 0 | 1): Promise<ServiceProcess> =>
    stage.start('api', { SHUTDOWN_DELAY_MS: '2000', TRUSTED_PROXY_HOPS: '1' }, () => Promise.resolve(ports[index]));
  const [one, other, first] = await Promise.all([start(0), start(1), stage.worker()]);
  const instances: [ServiceProcess, ServiceProcess] = [one, other];
  let worker = first;
  const nginx = await Nginx.start([ports[0][0] ?? 0, ports[1][0] ?? 0], { reuses: false });
  const requests = new RequestStream(stage.tokens, nginx.address);
  requests.begin(40);
  let unclean = 0;
  try {
    for (let restart = 0; restart < restarts; restart += 1) {
      const index = restart % 2 === 0 ? 0 : 1;
      const [next, end] = await Promise.all([stage.start('worker'), instances[index].stop()]);
      const [again, workerEnd] = await Promise.all([start(index), worker.stop()]);
      unclean += [end, workerEnd].filter((one) => one !== 0).length;
      instances[index] = again;
      worker = next;
    }
  } finally {
    await requests.end();
    await nginx.stop();
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
