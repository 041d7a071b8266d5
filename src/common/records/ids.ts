declare const brand: unique symbol;

/** A value of one kind of identifier: a vendor id cannot be passed as an order id. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

/** A tenant's id: a UUID in lower case. */
export type TenantId = Branded<string, 'TenantId'>;

/** Record ids are integers, unique per table. */
export type UserId = Branded<number, 'UserId'>;
export type VendorId = Branded<number, 'VendorId'>;
export type OrderId = Branded<number, 'OrderId'>;
export type OrderItemId = Branded<number, 'OrderItemId'>;
export type InvoiceId = Branded<number, 'InvoiceId'>;
export type BudgetId = Branded<number, 'BudgetId'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks a tenant id from a job, the command line or a variable. @throws Error unless it is a UUID in lower case */
export function tenantIdFrom(text: string): TenantId {
  if (!UUID.test(text)) throw new Error('Not a tenant id');
  return text as TenantId;
}
