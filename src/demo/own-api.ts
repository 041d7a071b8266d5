import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './seed';

/** The service's own API over HTTP, on a free port of the loopback address. */
export async function listenToItself(app: NestExpressApplication): Promise<(token: string) => Api> {
  await app.init();
  const server = app.getHttpServer() as Server;
  // Of several processes, too, only this one may hear it.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (token) => ownApi(`http://127.0.0.1:${port}/v1`, token);
}

/** How often it asks again where the plan's limit has been reached. */
const PAUSE_MILLISECONDS = 1_000;

/** Waits as long as the plan's limit asks it to; any other refusal is thrown. */
function ownApi(address: string, token: string): Api {
  return async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    for (;;) {
      const response = await fetch(address + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const answer = (await response.json()) as { data: Data };
      if (response.ok) return answer.data;
      const wait = response.status === 429 ? Number(response.headers.get('retry-after')) : NaN;
      if (!(wait <= 60)) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
      await sleep(Math.min(wait * 1000, PAUSE_MILLISECONDS));
    }
  };
}
