import { createServer } from 'node:net';

/** A port on the loopback address that nothing listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('The probe has no port'));
        else resolve(address.port);
      });
    });
  });
}

/** Could a server of ours listen on this port, on every address? */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/**
 * The first free port from `first` on.
 * @param except ports that are free still, but spoken for
 * @throws Error when a hundred in a row are taken
 */
export async function nextFreePort(first: number, except: readonly number[] = []): Promise<number> {
  for (let port = first; port < first + 100 && port <= 65_535; port += 1) {
    if (!except.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${first} on`);
}
