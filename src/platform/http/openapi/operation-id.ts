import type { Wrapping } from './answers';

/** What the id of an operation is made of. */
interface Place {
  readonly method: string;
  /** Without the form's prefix: `/invoices/{id}/payments`. */
  readonly path: string;
  readonly wrapping: Wrapping | undefined;
}

/**
 * The id of an operation, from its address alone: `resource.verb` in camel case, or `resource.part.verb`.
 *
 * The names in the path are the resource and a part of it; ids are left out. A last name in the singular is the verb, whether
 * it acts (`purchaseOrders.approve`) or is read (`purchaseOrders.pdf`). Else the method says it: `list`, `get`, `create`, `update` or `delete`.
 */
export function operationId({ method, path, wrapping }: Place): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = segments.filter((segment) => !segment.startsWith('{'));
  const last = segments.at(-1) ?? '';
  const isVerb = names.length > 1 && !last.startsWith('{') && !isPlural(last);
  const parts = isVerb ? names : [...names, verbOf(method, wrapping)];
  return parts.map(camelCase).join('.');
}

/** `payments` is; `po-status` and `download` are not. */
const isPlural = (name: string): boolean => /[^sui]s$/.test(name);

const VERBS: Readonly<Record<string, string>> = { post: 'create', put: 'update' };

function verbOf(method: string, wrapping: Wrapping | undefined): string {
  if (method === 'get' && (wrapping === 'list' || wrapping === 'feed')) return 'list';
  return VERBS[method] ?? method;
}

/** `purchase-orders` is `purchaseOrders`. */
const camelCase = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
