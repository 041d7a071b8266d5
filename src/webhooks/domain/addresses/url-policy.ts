import { isIP } from 'node:net';
import { isPublicAddress, type Network } from './address-policy';

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
