import { once } from 'node:events';
import { hostOf, isLiteral, isPublicAddress, type Network, type UrlRefusal, urlRefusals } from '../../domain/addresses';
import type { NameResolver } from './name-resolver';

/** A host that has an address no webhook may reach. Its message names neither. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'BLOCKED_ADDRESS';

  constructor() {
    super('the host has an address that may not be called');
  }
}

/** How long saving a subscription waits for a name server, milliseconds; then the URL passes and each delivery checks it. */
const INSPECTION_MILLISECONDS = 3_000;

/**
 * Decides where a webhook may connect. The same rules stand at every entry: when a URL is saved (`inspect`), and when
 * a call is made (`addresses`): for what the text shows, and for what the name resolves to.
 */
export class AddressGuard {
  constructor(
    private readonly resolver: NameResolver,
    private readonly allowNetworks: readonly Network[],
    /** Names that this machine knows without a name server. They only refuse URLs; no connection uses their addresses. */
    private readonly ownNames?: NameResolver,
  ) {}

  /**
   * All faults of a URL, its name's present addresses included. A name that does not resolve, or not in time, passes: it may be
   * set up later, and each delivery makes the same check.
   */
  async inspect(url: string): Promise<readonly UrlRefusal[]> {
    const refusals = urlRefusals(url, this.allowNetworks);
    if (refusals.length > 0) return refusals;
    const target = new URL(url);
    if (isLiteral(target)) return [];
    try {
      await this.checkedAddresses(hostOf(target), AbortSignal.timeout(INSPECTION_MILLISECONDS));
      return [];
    } catch (error) {
      return error instanceof BlockedAddressError ? ['address'] : [];
    }
  }

  /**
   * Every address of a URL's host, each of them checked: what may be connected to for one call, however the name answers a
   * moment later. A name is asked once.
   * @param signal aborts the look-up
   * @throws BlockedAddressError when one of them may not be called, Error when there is none or it was given up
   */
  async addresses(url: string, signal: AbortSignal): Promise<readonly string[]> {
    if (urlRefusals(url, this.allowNetworks).length > 0) throw new BlockedAddressError();
    const target = new URL(url);
    return isLiteral(target) ? [hostOf(target)] : this.checkedAddresses(hostOf(target), signal);
  }

  private async checkedAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    // Asked first: such a name leads inside even when no name server knows it.
    const own = (await this.ownNames?.resolve(host, signal)) ?? [];
    this.check(own);
    const addresses = await unlessAborted(this.resolver.resolve(host, signal), signal);
    this.check(addresses);
    return addresses;
  }

  private check(addresses: readonly string[]): void {
    // One forbidden address refuses the name: an answer that mixes the two is how a rebinding begins.
    if (!addresses.every((address) => isPublicAddress(address, this.allowNetworks))) throw new BlockedAddressError();
  }
}

/** Rejects when the signal aborts: not every resolver can be stopped. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('given up')));
  return Promise.race([work, aborted]);
}
