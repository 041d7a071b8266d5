/** The request target: what stands between the method and the version in a request's first line. */
export interface Target {
  /** Path and query; characters that Express would read differently from a proxy are escaped. */
  readonly url: string;
  /** The host in front of the path, which then counts instead of the `Host` header (RFC 9112, section 3.2.2). */
  readonly host?: string;
  readonly isMalformed: boolean;
}

const WITH_HOST = /^https?:\/\/([^/?#]*)/i;
/**
 * A backslash in the path, or a fragment anywhere: Express reads a backslash as a slash and drops a fragment, a proxy in front
 * does neither. In the query a backslash is an ordinary character.
 */
const MISREAD = /^[^?]*\\|#/;

/**
 * Reads the target of a request. A malformed one is escaped and keeps its prefix, and so its form: it can then be routed
 * and refused like any other request.
 */
export function readTarget(target: string): Target {
  const isPlain = target.startsWith('/') && !target.includes('%') && !MISREAD.test(target);
  if (isPlain) return { url: target, isMalformed: false };
  const [front, host] = WITH_HOST.exec(target) ?? [''];
  const rest = target.slice(front.length);
  const url = rest.startsWith('/') || target === '*' ? rest : `/${rest}`;
  const isMalformed = MISREAD.test(url) || !decodes(pathIn(url));
  return { url: isMalformed ? escaped(url) : url, isMalformed, ...(host === undefined ? {} : { host }) };
}

/** The part of a URL in front of its query. */
export function pathIn(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function escaped(url: string): string {
  const path = pathIn(url);
  const literal = path.replace(/[%\\#]/g, encodeURIComponent);
  return literal + url.slice(path.length).replace(/#.*$/, '');
}
