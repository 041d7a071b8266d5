import { IPv4, IPv6, parse, parseCIDR } from 'ipaddr.js';
import { isIP } from 'node:net';

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

/** Why a subscription's URL is refused. */
export type UrlRefusal = 'too_long' | 'malformed' | 'not_https' | 'credentials' | 'port' | 'address';

/** Longest URL a subscription may have, in characters. */
export const MAX_URL_LENGTH = 500;

/** Above 1023 every port is a receiver's to choose, save those where a database, cache or control plane listens. */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1433, 1434, 1521, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5601, 5671, 5672,
  5900, 5984, 5985, 5986, 6000, 6379, 6380, 6432, 6443, 7000, 7001, 7473, 7474, 7687, 8086, 8125, 8300, 8301, 8302,
  8500, 8600, 9042, 9092, 9093, 9200, 9300, 10250, 10255, 10256, 11211, 15672, 16379, 26379, 27017, 27018, 27019, 28015,
  33060, 50070, 61616,
]);

/**
 * Everything wrong with a subscription's URL that can be seen without asking the network; empty when it may be used.
 * A host name passes here: what it resolves to is judged when it is connected to.
 */
export function urlRefusals(text: string, allowNetworks: readonly Network[] = []): readonly UrlRefusal[] {
  const refusals: UrlRefusal[] = [];
  if ([...text].length > MAX_URL_LENGTH) refusals.push('too_long');
  const url = readUrl(text);
  if (!url) return [...refusals, 'malformed'];
  if (url.protocol !== 'https:') refusals.push('not_https');
  if (hasUserInfo(text)) refusals.push('credentials');
  if (!isPortAllowed(url)) refusals.push('port');
  if (isLiteral(url) && !isPublicAddress(hostOf(url), allowNetworks)) refusals.push('address');
  return refusals;
}

/** The host of a URL as a resolver or a socket takes it: without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Whether the host is an address itself: such a host is never looked up, so it has to be judged as it stands. */
export function isLiteral(url: URL): boolean {
  return isIP(hostOf(url)) !== 0;
}

function readUrl(text: string): URL | undefined {
  // The URL parser forgives these (it drops blanks and turns backslashes); two parsers that forgive differently are
  // how a filter and a client come to see two hosts in one text.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}]/u.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const hasEmptyLabel = url === undefined || /^$|^\.|\.\./.test(url.hostname);
  return hasEmptyLabel ? undefined : url;
}

function hasUserInfo(text: string): boolean {
  return /^[^/]*\/\/[^/?#]*@/.test(text);
}

function isPortAllowed(url: URL): boolean {
  if (url.port === '') return true;
  const port = Number(url.port);
  return port === 443 || (port > 1023 && !SERVICE_PORTS.has(port));
}
