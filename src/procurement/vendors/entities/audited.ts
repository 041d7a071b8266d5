import { EXTERNAL_FIELDS } from '../../../common/records/external';
import { Audited, lastFour } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';
import type { VendorBankAccount } from './vendor-bank-account.entity';
import type { Vendor } from './vendor.entity';

/** What the audit log keeps of a vendor; of its bank account the last four characters. */
export const VENDOR_FIELDS = new Audited<Vendor>(
  {
    name: 'name',
    name_ar: 'nameAr',
    email: 'email',
    phone: 'phone',
    address: 'address',
    vat_number: 'vatNumber',
    cr_number: 'crNumber',
    category: 'category',
    payment_terms: 'paymentTerms',
    currency: 'currency',
    bank_name: 'bankName',
    bank_account: 'bankAccount',
    contacts: 'contacts',
    status: 'status',
    blocked_reason: 'blockedReason',
    blocked_at: 'blockedAt',
    ...EXTERNAL_FIELDS,
  },
  { bank_account: lastFour },
);

/** What it keeps of a version of the bank details, in the entries of its vendor. */
const BANK_ACCOUNT_FIELDS = new Audited<VendorBankAccount>(
  {
    version: 'version',
    bank_name: 'bankName',
    bank_account: 'bankAccount',
    account_holder: 'accountHolder',
    swift: 'swift',
    created_by_id: 'createdById',
    verified_by_id: 'verifiedById',
    verified_at: 'verifiedAt',
  },
  { bank_account: lastFour },
);

/** Notes a version that was added or verified, for the next audit entry of its vendor. */
export function noteBankAccount(tx: Transaction, before: VendorBankAccount | null, after: VendorBankAccount): void {
  const { vendorId, id } = after;
  tx.changed.note('vendor', vendorId, BANK_ACCOUNT_FIELDS, before, after, { list: 'bank_accounts', id });
}
