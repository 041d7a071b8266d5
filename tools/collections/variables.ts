import type { Operation, Parameter } from './document';

/**
 * The variable that holds the value of a path's parameter: `purchase_order_id` for `/purchase-orders/{id}/submit`. Undefined where
 * it is a name and no record's id (`/roles/{slug}`, `/vendors/by-external-id/{id}`).
 */
export function variableOf(
  path: string,
  { name, isNumber }: Parameter,
  collections: ReadonlySet<string>,
): string | undefined {
  if (name !== 'id' && !name.endsWith('_id')) return undefined;
  const before = path.slice(0, path.indexOf(`/{${name}}`));
  if (!isNumber && !collections.has(before)) return undefined;
  return name === 'id' ? idOf(before) : name;
}

/** Whether a new record comes of it. */
export const isMaking = ({ method, succeeds }: Operation): boolean =>
  method === 'POST' && succeeds.some((status) => status === 201 || status === 202);

/** The variable that what an operation makes, or the first record of a list that nobody can add to, is kept in; if any. */
export function savedBy(operation: Operation, all: readonly Operation[]): string | undefined {
  const { method, path } = operation;
  const parameter = parameterBelow(path, all);
  const variable = parameter === undefined || parameter === 'id' ? idOf(path) : parameter;
  if (method === 'POST') return isMaking(operation) ? variable : undefined;
  const isListedAlone = method === 'GET' && !all.some(({ key }) => key === `POST ${path}`);
  return isListedAlone && parameter !== undefined && parameter.endsWith('id') ? variable : undefined;
}

/** What one record of a list is named by: `account_id` for `/vendors/{id}/bank-accounts`. */
function parameterBelow(list: string, all: readonly Operation[]): string | undefined {
  const below = all.find(({ path }) => path.startsWith(`${list}/{`));
  return below && /\{(\w+)\}/.exec(below.path.slice(list.length))?.[1];
}

/** `/purchase-orders` and `/x/{id}/purchase-orders` → `purchase_order_id`. */
function idOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  const singular = last.replace(/ies$/, 'y').replace(/s$/, '');
  return `${singular.replace(/-/g, '_')}_id`;
}
