import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** Finds every address of a host name. */
export interface NameResolver {
  /**
   * All addresses, IPv4 first; at least one.
   * @param signal aborts the look-up
   * @throws Error with the resolver's own `code` when there is none, nobody answers or it was given up
   */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * Asks the name servers directly. Not `getaddrinfo`: that holds one of the process's four worker threads for as long
 * as a name server keeps silent, and a few hosts with a silent one would stop every other tenant's deliveries.
 */
export class DnsResolver implements NameResolver {
  /** @param servers `address:port` of the name servers; default: the machine's own */
  constructor(private readonly servers?: readonly string[]) {}

  async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    // One for each question, because giving up cancels all that a resolver is asking. Making one takes microseconds.
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

/**
 * Asks the machine, hosts file and search domains included. For a machine where private networks are opened on
 * purpose: only there do such names mean anything.
 */
export class SystemResolver implements NameResolver {
  async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  }
}

function noAddress(host: string): Error {
  return Object.assign(new Error(`no address for ${host}`), { code: 'ENODATA' });
}

/**
 * Names that mean this machine or its neighbours without any name server: those of the hosts file, and `localhost` with
 * all below it (RFC 6761).
 */
export class HostsFile implements NameResolver {
  /** @param path default: the machine's own */
  constructor(private readonly path = '/etc/hosts') {}

  /** @returns the name's addresses on this machine; none for a name that only a name server knows */
  async resolve(host: string): Promise<readonly string[]> {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    // Read each time: it is small, and an orchestrator may change it. Without one there are no such names.
    const text = await readFile(this.path, 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
      return address && names.some((each) => each.toLowerCase() === name) ? [address.replace(/%.*/, '')] : [];
    });
  }
}
