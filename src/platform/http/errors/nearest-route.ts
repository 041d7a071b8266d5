import { DomainError } from '../../../common/errors';
import { type Form, PREFIX } from '../request/form';
import type { ServiceRequest } from '../request/request';
import type { RouteTable } from '../server/service-adapter';

const SHOWN = 100;

/**
 * NOT_FOUND for a path without a route. The message contains the most similar path as the public documents write it:
 * one that differs by prefix or version, letter case, plural, or a further segment.
 */
export function noRoute(routes: RouteTable, request: Pick<ServiceRequest, 'path' | 'method' | 'docs'>): DomainError {
  const { method } = request;
  const path = shown(request.path);
  // Outside both prefixes Nest answers a wrong method like an unknown path.
  const allowed = routes.methodsOf(request.path).join(', ');
  if (allowed) return new DomainError('NOT_FOUND', { key: 'error.method_not_allowed', params: { method, allowed } });
  const { a, b } = nearestRoutes(request.path, routes.paths);
  if (a && b) return new DomainError('NOT_FOUND', { key: 'error.no_route_but_either', params: { path, a, b } });
  const address = a ?? b;
  if (address) return new DomainError('NOT_FOUND', { key: 'error.no_route_but', params: { path, address } });
  return new DomainError('NOT_FOUND', { key: 'error.no_route', params: { path, ...PREFIX, docs: request.docs } });
}

/** ASCII without characters of markup. */
function shown(path: string): string {
  const plain = path.replace(/[^A-Za-z0-9/_.~%:@+,;=-]/g, (character) => encodeURIComponent(character));
  const safe = plain.replace(/[^A-Za-z0-9/_.~%:@+,;=-]/g, '_');
  return safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
}

/**
 * The most similar route of an unknown path: in the form of its prefix, or in both forms if it has none.
 * @param routes paths in the notation of controllers: `/v1/vendors/:id`
 * @returns paths in the notation of the documents: `/v1/vendors/{id}`
 */
export function nearestRoutes(path: string, routes: Iterable<string>): { readonly [F in Form]?: string | undefined } {
  const segments = decoded(path).split('/').filter(Boolean);
  const start = segments.findIndex((segment) => !/^(api|v\d+)$/i.test(segment));
  if (start === -1) return {};
  const prefix = segments.slice(0, start).map((segment) => segment.toLowerCase());
  const words = segments.slice(start).map(wordOf);
  const all = [...routes];
  const inForm = (form: Form): string | undefined => nearest(words, all, PREFIX[form]);
  if (prefix.length === 0) return { a: inForm('a'), b: inForm('b') };
  return prefix.includes('api') ? { b: inForm('b') } : { a: inForm('a') };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function nearest(words: readonly string[], routes: readonly string[], prefix: string): string | undefined {
  const known = routes
    .filter((route) => route.startsWith(`${prefix}/`))
    .map((route) => ({ route, segments: route.slice(prefix.length + 1).split('/') }));
  // The path may have thousands of segments; only as many as in the longest route matter.
  const longest = Math.max(0, ...known.map(({ segments }) => segments.length));
  for (let length = Math.min(words.length, longest); length > 0; length -= 1) {
    const found = known
      .filter(({ segments }) => segments.length === length && segments.every((one, at) => fits(one, words[at] ?? '')))
      .sort((one, other) => parametersOf(one.route) - parametersOf(other.route));
    if (found[0]) return found[0].route.replace(/:(\w+)/g, '{$1}');
  }
  return undefined;
}

const parametersOf = (route: string): number => route.split(':').length;

const fits = (segment: string, word: string): boolean => segment.startsWith(':') || wordOf(segment) === word;

/** Removes typical mistakes: letter case, hyphens, file extension, plural. */
function wordOf(segment: string): string {
  const bare = segment
    .trim()
    .toLowerCase()
    .replace(/\.(json|csv|xml|pdf|html?)$/, '')
    .replace(/[-_ ]/g, '');
  return bare.replace(/ies$/, 'y').replace(/s$/, '');
}
