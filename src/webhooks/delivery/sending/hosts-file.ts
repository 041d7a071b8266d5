import { readFile } from 'node:fs/promises';
import type { NameResolver } from './name-resolver';

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
