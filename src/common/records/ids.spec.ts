import type { BudgetsRepository } from '../../procurement/budgets/budgets.repository';
import type { UnitOfWork } from '../../platform/database';
import type { InvoicesRepository } from '../../procurement/invoices/invoices.repository';
import type { PurchaseOrdersRepository } from '../../procurement/purchase-orders/purchase-orders.repository';
import type { UsersRepository } from '../../organisation/users/users.repository';
import type { VendorReferences } from '../../procurement/vendors';
import { type InvoiceId, type OrderId, type OrderItemId, tenantIdFrom, type VendorId } from './ids';

const TENANT = '01234567-89ab-4def-8123-456789abcdef';

/** The type of a method's second parameter. */
type Taken<Type, Name extends keyof Type> = Type[Name] extends (...given: infer Given) => unknown ? Given[1] : never;

describe('branded ids', () => {
  it('are plain numbers and text at run time', () => {
    expect(tenantIdFrom(TENANT)).toBe(TENANT);
    expect(() => tenantIdFrom('acme')).toThrow('Not a tenant id');
    expect(() => tenantIdFrom(TENANT.toUpperCase())).toThrow('Not a tenant id');
  });

  // No assertion here fails at run time: the type check fails where an expected error is missing.
  it('are rejected by the compiler in place of other ids', () => {
    const order = 7 as OrderId;
    const vendor = 7 as VendorId;
    const item = 7 as OrderItemId;
    const invoice = 7 as InvoiceId;
    const accepted: ReadonlyMap<OrderItemId, string> = new Map([[item, '2.5']]);

    const lockedOrder: Taken<PurchaseOrdersRepository, 'lock'> = order;
    // @ts-expect-error a vendor's id
    const lockedVendor: Taken<PurchaseOrdersRepository, 'lock'> = vendor;
    // @ts-expect-error an order line's id
    const lockedItem: Taken<PurchaseOrdersRepository, 'lock'> = item;
    // @ts-expect-error any number
    const lockedNumber: Taken<PurchaseOrdersRepository, 'lock'> = 7;
    // @ts-expect-error an order's id for an invoice's
    const lockedInvoice: Taken<InvoicesRepository, 'lock'> = order;
    // @ts-expect-error an invoice's id for a budget's
    const lockedBudget: Taken<BudgetsRepository, 'lock'> = invoice;
    // @ts-expect-error a vendor's id for a user's
    const lockedUser: Taken<UsersRepository, 'lock'> = vendor;
    // @ts-expect-error an order's id for a vendor's
    const usable: Taken<VendorReferences, 'requireUsable'> = order;
    // @ts-expect-error any text for a tenant's
    const scope: Parameters<UnitOfWork['run']>[0] = TENANT;
    // @ts-expect-error an order's id for its line's
    const quantity = accepted.get(order);

    const plain: number = order;
    expect([
      lockedOrder,
      lockedVendor,
      lockedItem,
      lockedNumber,
      lockedInvoice,
      lockedBudget,
      lockedUser,
      usable,
      plain,
    ]).toEqual(Array(9).fill(7));
    expect([scope, quantity]).toEqual([TENANT, '2.5']);
  });
});
