import type { Wrapping } from '../../../src/platform/http/openapi/answers';

interface Place {
  readonly method: string;
  /** Without the form's prefix. */
  readonly path: string;
  readonly wrapping: Wrapping | undefined;
}

/**
 * The id of an operation, derived from its path: `resource.verb` in camel case, or `resource.part.verb`. Path
 * parameters are omitted. A last segment in the singular is the verb, for actions (`purchaseOrders.approve`) and reads
 * (`purchaseOrders.pdf`). Otherwise the method determines it: `list`, `get`, `create`, `update` or `delete`.
 */
export function operationId({ method, path, wrapping }: Place): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = segments.filter((segment) => !segment.startsWith('{'));
  const last = segments.at(-1) ?? '';
  const isVerb = names.length > 1 && !last.startsWith('{') && !isPlural(last);
  const parts = isVerb ? names : [...names, verbOf(method, wrapping)];
  return parts.map(camelCase).join('.');
}

/** True for `payments`; false for `po-status` and `download`. */
const isPlural = (name: string): boolean => /[^sui]s$/.test(name);

const VERBS: Readonly<Record<string, string>> = { post: 'create', put: 'update' };

function verbOf(method: string, wrapping: Wrapping | undefined): string {
  if (method === 'get' && (wrapping === 'list' || wrapping === 'feed')) return 'list';
  return VERBS[method] ?? method;
}

const camelCase = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
