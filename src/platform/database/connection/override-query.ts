import type { Client } from 'pg';

/** How this service and TypeORM call node-postgres' `query`: with a text or an object that has one. It returns a promise. */
export type Asked = readonly [asked: string | { readonly text: string }, ...more: unknown[]];

/** `query` of node-postgres in the form in which it is overridden: its own overloads cannot be repeated by a subclass. */
export type QueryMethod<C extends Client> = (this: C, ...asked: Asked) => unknown;

/** Replaces `query` of a class of connections. */
export function overrideQuery<C extends Client>(type: { readonly prototype: C }, method: QueryMethod<C>): void {
  Object.defineProperty(type.prototype, 'query', { value: method });
}

/** `query` of a class of connections, looked up at each call: tests replace it. */
export function queryOf<C extends Client>(type: { readonly prototype: C }): QueryMethod<C> {
  return (type.prototype as unknown as { readonly query: QueryMethod<C> }).query;
}
