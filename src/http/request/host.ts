import { isIPv6 } from 'node:net';

/** A host as a client names it, in lower case and without the dot that may end it. */
export interface Host {
  readonly name: string;
  /** Digits; empty for the scheme's own port. */
  readonly port: string;
}

const HOST = /^((?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])\.?(?::(\d{0,5}))?$/;

/** Reads `name[:port]`; undefined when it is none that a URL could hold. */
export function parseHost(text: string): Host | undefined {
  const [, name, port = ''] = HOST.exec(text.toLowerCase()) ?? [];
  if (name === undefined || !isName(name) || Number(port) > 65_535) return undefined;
  return { name, port };
}

function isName(name: string): boolean {
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1));
  return URL.canParse(`http://${name}`);
}

/** The slug of the tenant whose host this is, `{slug}.{suffix}`; undefined for a host of no tenant. */
export function tenantSlug(name: string | undefined, suffix: string | undefined): string | undefined {
  const ending = `.${suffix ?? ''}`;
  if (!suffix || !name?.endsWith(ending)) return undefined;
  const slug = name.slice(0, -ending.length);
  return slug && !slug.includes('.') ? slug : undefined;
}
