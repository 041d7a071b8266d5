import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A loopback port that is currently free. */
export async function freePort(): Promise<number> {
  return freePorts(1).then(([port = 0]) => port);
}

/** Different loopback ports that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  try {
    // All stay open until each has a port, so that none is assigned twice.
    for (const probe of probes) await once(probe.listen(0, '127.0.0.1'), 'listening');
    return probes.map((probe) => (probe.address() as AddressInfo).port);
  } finally {
    await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  }
}

/** Whether a server could listen on this port on all addresses. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/** The first free port from `first` on, except these. @throws Error if a hundred in a row are taken */
export async function nextFreePort(first: number, except: readonly number[] = []): Promise<number> {
  for (let port = first; port < first + 100 && port <= 65_535; port += 1) {
    if (!except.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${first} on`);
}
