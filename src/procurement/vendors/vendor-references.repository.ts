import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors';
import type { VendorId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { assertUsable, type ReferencedVendor, type UsableVendor } from './domain/lifecycle';

/** A {@link ReferencedVendor}. Values: tenant, vendor. */
const REFERENCE = `
SELECT id, name, name_ar AS "nameAr", email, vat_number AS "vatNumber", category, currency,
       payment_terms AS "paymentTerms", status, bank_changed_at AS "bankChangedAt"
  FROM vendors WHERE tenant_id = $1 AND id = $2`;

/** Vendor checks for other modules. */
@Injectable()
export class VendorReferences {
  /**
   * Returns the vendor if it can receive orders.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` for an unknown vendor, VENDOR_BLOCKED for a blocked,
   *   blacklisted or inactive one
   */
  async requireUsable(tx: Transaction, id: VendorId): Promise<UsableVendor> {
    const vendor = await this.lookUp(tx, id);
    assertUsable(vendor);
    return vendor;
  }

  /** Returns the vendor in any status. @throws DomainError VALIDATION_ERROR on `vendor_id` for an unknown vendor */
  async lookUp(tx: Transaction, id: VendorId): Promise<ReferencedVendor> {
    return this.referenced(tx, REFERENCE, id);
  }

  /**
   * {@link lookUp} with a lock: until the end of the transaction the vendor cannot be blocked, and its bank details
   * cannot be changed or verified. Orders can still change its totals and score.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` for an unknown vendor
   */
  async hold(tx: Transaction, id: VendorId): Promise<ReferencedVendor> {
    return this.referenced(tx, `${REFERENCE} FOR KEY SHARE`, id);
  }

  private async referenced(tx: Transaction, sql: string, id: VendorId): Promise<ReferencedVendor> {
    const [vendor] = await tx.query<ReferencedVendor>(sql, [tx.tenantId, id]);
    if (!vendor) throw invalidField('vendor_id', 'validation.exists');
    return vendor;
  }
}
