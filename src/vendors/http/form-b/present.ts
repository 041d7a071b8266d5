import { toNumber } from '../../../common/money';
import { versioned } from '../../../http';
import { codeOf } from '../../domain/payment-terms';
import type { VendorDetail, VendorSummaryRow } from '../../vendors.queries';
import { presentContact, presentPerformance } from '../present';
import type { VendorOutB, VendorSummaryOutB } from './answers';

export function presentSummaryB(vendor: VendorSummaryRow): VendorSummaryOutB {
  return {
    id: vendor.id,
    name: vendor.name,
    email: vendor.email,
    phone: vendor.phone,
    contact_person: vendor.contacts[0]?.name ?? null,
    contact_email: vendor.email,
    contact_phone: vendor.phone,
    address: vendor.address,
    tax_number: vendor.vat_number,
    payment_terms: codeOf(vendor.payment_terms),
    status: vendor.status,
    category: vendor.category,
    performance_score: vendor.performance_score,
    total_orders: vendor.total_orders,
    total_spend: toNumber(vendor.total_spend),
    created_at: vendor.created_at.toISOString(),
  };
}

export function presentVendorB({ vendor, performance }: VendorDetail): VendorOutB {
  const answer: VendorOutB = {
    ...presentSummaryB(vendor),
    name_ar: vendor.name_ar,
    vat_number: vendor.vat_number,
    cr_number: vendor.cr_number,
    currency: vendor.currency,
    bank_name: vendor.bank_name,
    bank_account: vendor.bank_account,
    contacts: vendor.contacts.map(presentContact),
    blocked_reason: vendor.blocked_reason,
    blocked_at: vendor.blocked_at?.toISOString() ?? null,
    performance: presentPerformance(vendor.id, performance),
    updated_at: vendor.updated_at.toISOString(),
  };
  return versioned(answer, vendor.version);
}
