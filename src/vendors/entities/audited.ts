import { Audited, lastFour } from '../../common/records/audited';
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
  },
  { bank_account: lastFour },
);
