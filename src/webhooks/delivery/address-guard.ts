import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, type Network } from '../domain/address-policy';
import { hostOf, isLiteral, urlRefusals, type UrlRefusal } from '../domain/url-policy';
import type { NameResolver } from './name-resolver';

/** A host that has an address no webhook may reach. Its message names neither. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'BLOCKED_ADDRESS';

  constructor() {
    super('the host has an address that may not be called');
  }
}

/** How long saving a subscription waits for a name server before it leaves the judgement to the delivery. */
const INSPECTION_MILLISECONDS = 3_000;

/**
 * Decides where a webhook may connect. The same rules stand at every entry: when a URL is saved (`inspect`), and when
 * a socket is opened (`refuses` for what the text shows, `lookupWithin` for what the name resolves to).
 */
export class AddressGuard {
  constructor(
    private readonly resolver: NameResolver,
    private readonly allowNetworks: readonly Network[],
  ) {}

  /** Whether the URL as it stands may not be called: scheme, port, user-info, or a literal address. */
  refuses(url: string): boolean {
    return urlRefusals(url, this.allowNetworks).length > 0;
  }

  /**
   * All that is wrong with a URL, its name's present addresses included. A name that does not resolve, or not in
   * time, passes: it may be set up later, and no delivery goes out without the same check.
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
   * A `lookup` for `net.connect`: resolves a name once and hands the socket only addresses that were checked, so that
   * what was judged is what is connected to, whatever the name answers a moment later.
   */
  lookupWithin(signal: AbortSignal): LookupFunction {
    return (host, options, callback) => {
      this.checkedAddresses(host, signal).then(
        (addresses) => {
          const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
          if (options.all) callback(null, pinned);
          else callback(null, addresses[0] ?? '', isIP(addresses[0] ?? ''));
        },
        (error: unknown) => callback(error as NodeJS.ErrnoException, []),
      );
    };
  }

  private async checkedAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = await this.resolver.resolve(host, signal);
    // One forbidden address refuses the name: an answer that mixes the two is how a rebinding begins.
    if (!addresses.every((address) => isPublicAddress(address, this.allowNetworks))) throw new BlockedAddressError();
    return addresses;
  }
}
