import { once } from 'node:events';
import { hostOf, isLiteral, isPublicAddress, type Network, type UrlRefusal, urlRefusals } from '../../domain/addresses';
import type { NameResolver } from './name-resolver';

/** The host has an address that webhooks may not call. The message contains neither host nor address. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'BLOCKED_ADDRESS';

  constructor() {
    super('the host has an address that may not be called');
  }
}

/** Maximum wait for a name server when a URL is saved, milliseconds. After that the URL is accepted. */
const INSPECTION_MILLISECONDS = 3_000;

/**
 * Decides which addresses webhooks may connect to. `inspect` (when a URL is saved) and `addresses` (before each call)
 * apply the same rules to the URL and to the addresses of its host.
 */
export class AddressGuard {
  constructor(
    private readonly resolver: NameResolver,
    private readonly allowNetworks: readonly Network[],
    /** Names that this machine resolves without a name server. Used only to reject URLs. */
    private readonly ownNames?: NameResolver,
  ) {}

  /**
   * All faults of a URL, including those of the current addresses of its host. A name that does not resolve in time is
   * accepted: it may be set up later, and each delivery checks it again.
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
   * Every checked address of a URL's host. The name is resolved once, so later changes in DNS cannot redirect the call.
   * @param signal aborts the lookup
   * @throws BlockedAddressError if any address may not be called, Error if there is none or the lookup was aborted
   */
  async addresses(url: string, signal: AbortSignal): Promise<readonly string[]> {
    if (urlRefusals(url, this.allowNetworks).length > 0) throw new BlockedAddressError();
    const target = new URL(url);
    return isLiteral(target) ? [hostOf(target)] : this.checkedAddresses(hostOf(target), signal);
  }

  private async checkedAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    // Checked first: such a name is internal even if no name server can resolve it.
    const own = (await this.ownNames?.resolve(host, signal)) ?? [];
    this.check(own);
    const addresses = await unlessAborted(this.resolver.resolve(host, signal), signal);
    this.check(addresses);
    return addresses;
  }

  private check(addresses: readonly string[]): void {
    // One forbidden address rejects the name: mixed answers are how DNS rebinding attacks begin.
    if (!addresses.every((address) => isPublicAddress(address, this.allowNetworks))) throw new BlockedAddressError();
  }
}

/** Rejects when the signal aborts: not every resolver can be cancelled. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('given up')));
  return Promise.race([work, aborted]);
}
