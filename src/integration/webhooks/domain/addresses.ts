import { IPv4, IPv6, parse, parseCIDR } from 'ipaddr.js';
import { isIP } from 'node:net';

/** A network in CIDR form: address and prefix length in bits. */
export type Network = readonly [IPv4 | IPv6, number];

/**
 * IPv4 networks that webhooks may not call: the IANA special-purpose registry, and two internal addresses of clouds:
 * 168.63.129.16 (Azure host endpoint, a public address) and 100.100.100.200 (Alibaba metadata, inside CGNAT).
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

/** Global unicast. All other IPv6 addresses are rejected, including those that embed an IPv4 address. */
const GLOBAL_UNICAST_IPV6 = parseNetworks(['2000::/3']);

/** Networks inside global unicast that do not belong to the public internet. */
const FORBIDDEN_IPV6 = parseNetworks([
  '2001::/23', // IETF protocols: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // 6bone, returned
  '3fff::/20', // documentation
]);

/** @throws Error with the first text that is not a network */
export function parseNetworks(texts: readonly string[]): readonly Network[] {
  return texts.map((text) => {
    try {
      return parseCIDR(text);
    } catch (cause) {
      throw new Error(`not a network in CIDR form: ${text}`, { cause });
    }
  });
}

/** @param ip an address in any notation of a resolver or URL parser; an unreadable one is rejected */
export function isPublicAddress(ip: string, allowNetworks: readonly Network[] = []): boolean {
  const address = readAddress(ip);
  if (!address) return false;
  if (within(address, allowNetworks)) return true;
  if (address instanceof IPv4) return !within(address, FORBIDDEN_IPV4);
  return within(address, GLOBAL_UNICAST_IPV6) && !within(address, FORBIDDEN_IPV6);
}

function readAddress(ip: string): IPv4 | IPv6 | undefined {
  // A zone identifies a local interface; public addresses have none.
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

export type UrlRefusal = 'too_long' | 'malformed' | 'not_https' | 'credentials' | 'port' | 'address';

/** Maximum URL length, in characters. */
export const MAX_URL_LENGTH = 500;

/** A receiver may use any port above 1023 except the usual ports of databases, caches and control planes. */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1433, 1434, 1521, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5601, 5671, 5672,
  5900, 5984, 5985, 5986, 6000, 6379, 6380, 6432, 6443, 7000, 7001, 7473, 7474, 7687, 8086, 8125, 8300, 8301, 8302,
  8500, 8600, 9042, 9092, 9093, 9200, 9300, 10250, 10255, 10256, 11211, 15672, 16379, 26379, 27017, 27018, 27019, 28015,
  33060, 50070, 61616,
]);

/** All faults of a URL that can be found without a lookup. The addresses of a host name are checked later. */
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

/** The host of a URL for a resolver or socket: an IPv6 literal without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Whether the host is a literal address, which is never looked up. */
export function isLiteral(url: URL): boolean {
  return isIP(hostOf(url)) !== 0;
}

function readUrl(text: string): URL | undefined {
  // The URL parser silently removes blanks and replaces backslashes. Parsers that differ here make a filter and a
  // client read different hosts from the same text.
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
