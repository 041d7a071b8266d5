import type { Holder } from '../../../../common/actor/holding';
import type { Language } from '../../../../messages';
import { sayWarnings } from '../../../../common/warnings';
import { toNumber } from '../../../../common/money';
import { versioned } from '../../../../platform/http';
import { accountShownTo } from '../../domain/bank-accounts';
import type { VendorDetail, VendorSummaryRow } from '../../vendors.queries';
import { presentContact, presentPerformance } from '../present';
import type { VendorResponse, VendorSummaryResponse } from './answers';
import { formAStatus } from '../words';

export function presentSummary(vendor: VendorSummaryRow): VendorSummaryResponse {
  return {
    id: vendor.id,
    name: vendor.name,
    email: vendor.email,
    phone: vendor.phone,
    status: formAStatus(vendor.status),
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
export function presentVendor(
  { vendor, performance, warnings = [] }: VendorDetail,
  reader: Holder,
  language: Language = 'en',
): VendorResponse {
  const answer: VendorResponse = {
    id: vendor.id,
    name: vendor.name,
    name_ar: vendor.nameAr,
    email: vendor.email,
    phone: vendor.phone,
    address: vendor.address,
    vat_number: vendor.vatNumber,
    cr_number: vendor.crNumber,
    category: vendor.category,
    payment_terms: vendor.paymentTerms,
    currency: vendor.currency,
    bank_name: vendor.bankName,
    bank_account: accountShownTo(reader, vendor.bankAccount),
    contacts: vendor.contacts.map(presentContact),
    status: formAStatus(vendor.status),
    blocked_reason: vendor.blockedReason,
    blocked_at: vendor.blockedAt?.toISOString() ?? null,
    performance_score: vendor.performanceScore,
    total_orders: vendor.totalOrders,
    total_spend: toNumber(vendor.totalSpend),
    performance: presentPerformance(vendor.id, performance),
    external_id: vendor.externalId,
    metadata: vendor.metadata,
    created_at: vendor.createdAt.toISOString(),
    updated_at: vendor.updatedAt.toISOString(),
    ...sayWarnings(warnings, language),
  };
  return versioned(answer, vendor.version);
}
