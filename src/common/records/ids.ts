declare const brand: unique symbol;

/** A value that only the named kind of identifier may be: a vendor's id cannot be passed for an order's. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

/** A tenant's id, a UUID in lower case. */
export type TenantId = Branded<string, 'TenantId'>;

/** Ids of records are integers, unique in their table. */
export type UserId = Branded<number, 'UserId'>;
export type VendorId = Branded<number, 'VendorId'>;
export type OrderId = Branded<number, 'OrderId'>;
export type OrderItemId = Branded<number, 'OrderItemId'>;
export type InvoiceId = Branded<number, 'InvoiceId'>;
export type BudgetId = Branded<number, 'BudgetId'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id of a tenant that came as text: from a job, the command line, a variable.
 * @throws Error when it is no UUID in lower case
 */
export function tenantIdFrom(text: string): TenantId {
  if (!UUID.test(text)) throw new Error('Not a tenant id');
  return text as TenantId;
}
