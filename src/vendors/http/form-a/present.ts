import { toNumber } from '../../../common/money';
import { versioned } from '../../../http';
import type { VendorDetail, VendorSummaryRow } from '../../vendors.queries';
import { presentContact, presentPerformance } from '../present';
import type { VendorOut, VendorSummaryOut } from './answers';
import { formAStatus } from './status';

export function presentSummary(vendor: VendorSummaryRow): VendorSummaryOut {
  return {
    id: vendor.id,
    name: vendor.name,
    email: vendor.email,
    phone: vendor.phone,
    status: formAStatus(vendor.status),
    category: vendor.category,
    performance_score: vendor.performance_score,
    total_orders: vendor.total_orders,
    total_spend: toNumber(vendor.total_spend),
    created_at: vendor.created_at.toISOString(),
  };
}

export function presentVendor({ vendor, performance }: VendorDetail): VendorOut {
  const answer: VendorOut = {
    id: vendor.id,
    name: vendor.name,
    name_ar: vendor.name_ar,
    email: vendor.email,
    phone: vendor.phone,
    address: vendor.address,
    vat_number: vendor.vat_number,
    cr_number: vendor.cr_number,
    category: vendor.category,
    payment_terms: vendor.payment_terms,
    currency: vendor.currency,
    bank_name: vendor.bank_name,
    bank_account: vendor.bank_account,
    contacts: vendor.contacts.map(presentContact),
    status: formAStatus(vendor.status),
    blocked_reason: vendor.blocked_reason,
    blocked_at: vendor.blocked_at?.toISOString() ?? null,
    performance_score: vendor.performance_score,
    total_orders: vendor.total_orders,
    total_spend: toNumber(vendor.total_spend),
    performance: presentPerformance(vendor.id, performance),
    created_at: vendor.created_at.toISOString(),
    updated_at: vendor.updated_at.toISOString(),
  };
  return versioned(answer, vendor.version);
}
