import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { invalid, invalidField } from '../common/errors';
import type { Transaction } from '../database';
import { TenantSettings, type TenantProfile } from '../tenants';
import { VendorsService, type UsableVendor } from '../vendors';
import type { OrderInput } from './order-input';

/** What an order's input refers to, looked up in one flight. */
export interface References {
  /** Undefined when the input names no vendor. */
  readonly vendor: UsableVendor | undefined;
  readonly tenant: TenantProfile;
}

/** The records of other modules that an order names: that they exist, and that a new order may use them. */
@Injectable()
export class OrderReferences {
  constructor(
    private readonly vendors: VendorsService,
    private readonly tenants: TenantSettings,
  ) {}

  /**
   * Looks up what the input names.
   * @throws DomainError VALIDATION_ERROR on the field of a record that is not there (or no longer in use),
   *   VENDOR_BLOCKED for a vendor that may not be ordered from
   */
  async resolve(tx: Transaction, input: OrderInput): Promise<References> {
    const [vendor, tenant] = await Promise.all([
      input.vendorId === undefined ? undefined : this.vendors.requireUsable(tx, input.vendorId),
      this.tenants.of(tx),
      this.requirePlaces(tx, input),
    ]);
    return { vendor, tenant };
  }

  /** The department an order is placed for: the one named, else the acting user's. */
  departmentOf(actor: Actor, input: OrderInput): number {
    const id = input.departmentId ?? actor.departmentId;
    if (id === null) throw invalidField('department_id', 'purchase_order.department_required');
    return id;
  }

  private async requirePlaces(tx: Transaction, { departmentId, projectId }: OrderInput): Promise<void> {
    const named = [departmentId, projectId].map((id) => id ?? null);
    if (named.every((id) => id === null)) return;
    const missing = await tx.query<{ field: string }>(
      `SELECT 'department_id' AS field WHERE $2::bigint IS NOT NULL
          AND NOT EXISTS (SELECT FROM departments WHERE tenant_id = $1 AND id = $2 AND is_active)
       UNION ALL
       SELECT 'project_id' WHERE $3::bigint IS NOT NULL
          AND NOT EXISTS (SELECT FROM projects WHERE tenant_id = $1 AND id = $3 AND is_active)`,
      [tx.tenantId, ...named],
    );
    if (missing.length === 0) return;
    throw invalid(Object.fromEntries(missing.map(({ field }) => [field, [{ key: 'validation.exists' as const }]])));
  }
}
