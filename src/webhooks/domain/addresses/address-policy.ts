import { IPv4, IPv6, parse, parseCIDR } from 'ipaddr.js';

/** A network in CIDR form: its address and the length of its prefix in bits. */
export type Network = readonly [IPv4 | IPv6, number];

/**
 * IPv4 space no webhook may reach. The IANA special-purpose registry, plus two blocks clouds use for themselves:
 * 168.63.129.16 (Azure's host endpoint, a public address) and 100.100.100.200 (Alibaba's metadata, inside CGNAT).
 */
const FORBIDDEN_IPV4 = parseNetworks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Global unicast. Everything else in IPv6 is refused, and with it every embedding of an IPv4 address outside it. */
const GLOBAL_UNICAST_IPV6 = parseNetworks(['2000::/3']);

/** Blocks inside global unicast that are not the public internet. */
const FORBIDDEN_IPV6 = parseNetworks([
  '2001::/23', // IETF protocols: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // 6bone, returned
  '3fff::/20', // documentation
]);

/**
 * Reads networks in CIDR form.
 * @throws Error naming the first text that is not a network
 */
export function parseNetworks(texts: readonly string[]): readonly Network[] {
  return texts.map((text) => {
    try {
      return parseCIDR(text);
    } catch (cause) {
      throw new Error(`not a network in CIDR form: ${text}`, { cause });
    }
  });
}

/**
 * Whether a connection to this address may be made: it is public, or it lies in a network opened on purpose.
 * @param ip an address in any notation a resolver or a URL parser accepts; what cannot be read is refused
 */
export function isPublicAddress(ip: string, allowNetworks: readonly Network[] = []): boolean {
  const address = readAddress(ip);
  if (!address) return false;
  if (within(address, allowNetworks)) return true;
  if (address instanceof IPv4) return !within(address, FORBIDDEN_IPV4);
  return within(address, GLOBAL_UNICAST_IPV6) && !within(address, FORBIDDEN_IPV6);
}

function readAddress(ip: string): IPv4 | IPv6 | undefined {
  // A zone names one of this machine's interfaces; a public address has none.
  if (ip.includes('%')) return undefined;
  try {
    return parse(ip);
  } catch {
    return undefined;
  }
}

function within(address: IPv4 | IPv6, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => {
    if (address instanceof IPv4) return network instanceof IPv4 && address.match(network, bits);
    return network instanceof IPv6 && address.match(network, bits);
  });
}
