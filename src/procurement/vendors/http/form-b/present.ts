import type { Holder } from '../../../../common/actor/holding';
import type { Language } from '../../../../messages';
import { sayWarnings } from '../../../../common/warnings';
import { toNumber } from '../../../../common/money';
import { versioned } from '../../../../platform/http';
import { accountShownTo } from '../../domain/bank-accounts';
import { codeOf } from '../../domain/payment-terms';
import type { VendorDetail, VendorSummaryRow } from '../../vendors.queries';
import { presentContact, presentPerformance } from '../present';
import type { VendorResponseB, VendorSummaryResponseB } from './answers';

export function presentSummaryB(vendor: VendorSummaryRow): VendorSummaryResponseB {
  return {
    id: vendor.id,
    name: vendor.name,
    email: vendor.email,
    phone: vendor.phone,
    contact_person: vendor.contacts[0]?.name ?? null,
    contact_email: vendor.email,
    contact_phone: vendor.phone,
    address: vendor.address,
    tax_number: vendor.vatNumber,
    payment_terms: codeOf(vendor.paymentTerms),
    status: vendor.status,
    category: vendor.category,
    performance_score: vendor.performanceScore,
    total_orders: vendor.totalOrders,
    total_spend: toNumber(vendor.totalSpend),
    external_id: vendor.externalId,
    metadata: vendor.metadata,
    created_at: vendor.createdAt.toISOString(),
  };
}

/**
 * @param reader to whom the answer is shown
 * @param language of the warnings; an answer that has none needs none
 */
export function presentVendorB(
  { vendor, performance, warnings = [] }: VendorDetail,
  reader: Holder,
  language: Language = 'en',
): VendorResponseB {
  const answer: VendorResponseB = {
    ...presentSummaryB(vendor),
    name_ar: vendor.nameAr,
    vat_number: vendor.vatNumber,
    cr_number: vendor.crNumber,
    currency: vendor.currency,
    bank_name: vendor.bankName,
    bank_account: accountShownTo(reader, vendor.bankAccount),
    contacts: vendor.contacts.map(presentContact),
    blocked_reason: vendor.blockedReason,
    blocked_at: vendor.blockedAt?.toISOString() ?? null,
    performance: presentPerformance(vendor.id, performance),
    updated_at: vendor.updatedAt.toISOString(),
    ...sayWarnings(warnings, language),
  };
  return versioned(answer, vendor.version);
}
