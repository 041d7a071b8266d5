import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

export interface NameResolver {
  /**
   * All addresses, IPv4 first; at least one.
   * @param signal aborts the lookup
   * @throws Error with the resolver's `code` if there is no address, no answer, or the lookup was aborted
   */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * Queries the name servers directly. `getaddrinfo` would block one of the four worker threads of the process until the
 * name server answers. A few hosts with a silent name server would then stop the deliveries of all tenants.
 */
export class DnsResolver implements NameResolver {
  /** @param servers `address:port` of the name servers; default: those of the machine */
  constructor(private readonly servers?: readonly string[]) {}

  async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    // One resolver per lookup, because cancelling stops all queries of a resolver. Creating one takes microseconds.
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (this.servers) resolver.setServers(this.servers);
    const giveUp = (): void => resolver.cancel();
    signal.addEventListener('abort', giveUp, { once: true });
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener('abort', giveUp);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : noAddress(host);
    return addresses;
  }
}

/** Resolves names with the operating system. Used only if the configuration allows private networks. */
export class SystemResolver implements NameResolver {
  async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  }
}

function noAddress(host: string): Error {
  return Object.assign(new Error(`no address for ${host}`), { code: 'ENODATA' });
}

/** Names in the hosts file, and `localhost` with its subdomains (RFC 6761). */
export class HostsFile implements NameResolver {
  constructor(private readonly path = '/etc/hosts') {}

  /** @returns the addresses of the name in the hosts file; empty if it is not there */
  async resolve(host: string): Promise<readonly string[]> {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    // Read on each call: the file is small, and an orchestrator may change it. A missing file defines no names.
    const text = await readFile(this.path, 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
      return address && names.some((each) => each.toLowerCase() === name) ? [address.replace(/%.*/, '')] : [];
    });
  }
}
