import { type Operation, type Parameter, textOf } from './document';

/** The variables of a collection that hold ids of records. */
export class Variables {
  /** Their first values: the ids of the demo tenant's records, which the document's examples name. */
  readonly examples = new Map<string, string>();
  private readonly lists: ReadonlySet<string>;

  constructor(private readonly operations: readonly Operation[]) {
    this.lists = new Set(operations.map(({ path }) => path).filter((path) => !path.endsWith('}')));
    for (const { path, inPath } of operations) {
      for (const parameter of inPath) {
        const variable = this.of(path, parameter);
        if (variable !== undefined && !this.examples.has(variable))
          this.examples.set(variable, textOf(parameter.example));
      }
    }
  }

  /**
   * The variable that holds the value of a path's parameter: `purchase_order_id` for `/purchase-orders/{id}/submit`. Undefined where
   * it is a name and no record's id (`/roles/{slug}`, `/vendors/by-external-id/{id}`).
   */
  of(path: string, { name, isNumber }: Parameter): string | undefined {
    if (name !== 'id' && !name.endsWith('_id')) return undefined;
    const before = path.slice(0, path.indexOf(`/{${name}}`));
    if (!isNumber && !this.lists.has(before)) return undefined;
    return name === 'id' ? idOf(before) : name;
  }

  /** The variable that keeps the new record of an operation, or the first record of a list that nobody can add to; if any. */
  savedBy(operation: Operation): string | undefined {
    const { method, path } = operation;
    const parameter = this.parameterBelow(path);
    const isListedAlone =
      method === 'GET' && parameter?.endsWith('id') && !this.operations.some(({ key }) => key === `POST ${path}`);
    if (!isMaking(operation) && isListedAlone !== true) return undefined;
    const variable = parameter === undefined || parameter === 'id' ? idOf(path) : parameter;
    return this.examples.has(variable) ? variable : undefined;
  }

  /** What one record of a list is named by: `account_id` for `/vendors/{id}/bank-accounts`. */
  private parameterBelow(list: string): string | undefined {
    const below = this.operations.find(({ path }) => path.startsWith(`${list}/{`));
    return below && /\{(\w+)\}/.exec(below.path.slice(list.length))?.[1];
  }
}

/** Whether a new record comes of it. */
export const isMaking = ({ method, succeeds }: Operation): boolean =>
  method === 'POST' && succeeds.some((status) => status === 201 || status === 202);

/** `/purchase-orders` and `/x/{id}/purchase-orders` → `purchase_order_id`. */
function idOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  const singular = last.replace(/ies$/, 'y').replace(/s$/, '');
  return `${singular.replace(/-/g, '_')}_id`;
}
