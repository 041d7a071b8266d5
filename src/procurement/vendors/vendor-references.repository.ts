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

/** The checks of modules that name a vendor. */
@Injectable()
export class VendorReferences {
  /**
   * The vendor, if it may be ordered from.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` when there is none, VENDOR_BLOCKED when it is blocked,
   *   blacklisted or inactive
   */
  async requireUsable(tx: Transaction, id: VendorId): Promise<UsableVendor> {
    const vendor = await this.lookUp(tx, id);
    assertUsable(vendor);
    return vendor;
  }

  /**
   * The vendor whatever its status.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` when there is none
   */
  async lookUp(tx: Transaction, id: VendorId): Promise<ReferencedVendor> {
    return this.referenced(tx, REFERENCE, id);
  }

  /**
   * {@link lookUp} of a vendor that stays as it is until the transaction ends: nobody blocks it, or changes or verifies its
   * bank details. Orders go on changing its totals and its score.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` when there is none
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
