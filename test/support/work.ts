import { decimal } from '../../src/common/money';

/** Counts operations instead of time: the result is the same on an idle and on a busy machine. */
export class WorkCounter {
  count = 0;

  /** Wraps the facts in proxies. Each access to one of their properties or list entries counts one. */
  watch<T extends object>(facts: T): T {
    const proxies = new Map<object, object>();
    const around = (subject: object): object => {
      const known = proxies.get(subject) ?? new Proxy(subject, handler);
      proxies.set(subject, known);
      return known;
    };
    const handler: ProxyHandler<object> = {
      get: (subject, name): unknown => {
        const value: unknown = Reflect.get(subject, name);
        if (typeof name === 'string' && typeof value !== 'function') this.count += 1;
        return isPlain(value) ? around(value) : value;
      },
    };
    return around(facts) as T;
  }

  /** Runs the work; each operation on a decimal counts one. */
  async counting<T>(work: () => T | Promise<T>): Promise<T> {
    const prototype = Object.getPrototypeOf(decimal(0)) as Record<string, (...args: unknown[]) => unknown>;
    const originals = OPERATIONS.map((name) => [name, prototype[name]] as const);
    for (const [name, original] of originals) {
      if (!original) throw new Error(`A decimal has no operation ${name}`);
      const count = (): number => (this.count += 1);
      prototype[name] = function (this: unknown, ...args: unknown[]) {
        count();
        return original.apply(this, args);
      };
    }
    try {
      return await work();
    } finally {
      for (const [name, original] of originals) if (original) prototype[name] = original;
    }
  }
}

const OPERATIONS = ['cmp', 'eq', 'gt', 'gte', 'lt', 'lte', 'plus', 'minus', 'times', 'div', 'round', 'toFixed'];

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
