import type { Holder } from '../../../common/actor/abilities';
import { toWarningsResponse } from '../../../common/warnings';
import type { Language } from '../../../messages';
import { both, Out, versioned, WarningResponse } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { accountShownTo } from '../domain/bank-accounts';
import { codeOf } from '../domain/payment-terms';
import { ShownVendor } from '../entities/vendor.entity';
import { SUMMARY_FIELDS, type VendorDetail, type VendorSummaryRow } from '../vendors.queries';
import { toPerformanceResponse, VendorPerformanceResponse } from './performance';
import { FORM_A_STATUSES, formAStatus } from './aliases';

/** Description of a vendor's bank account. */
export const SHOWN_ACCOUNT =
  'Complete for roles with vendors.write, vendor_bank.verify or payments.write. For other users masked: four asterisks and the last four characters.';

export class ContactResponse {
  @Out.text({ example: 'Noura Al-Harbi' }) name: string;
  @Out.text({ nullable: true, example: 'noura@najd-paper.example' }) email: string | null;
  @Out.text({ nullable: true, example: '+966 50 123 4567' }) phone: string | null;
  @Out.text({ nullable: true, example: 'Sales' }) role: string | null;
}

export class VendorSummaryResponse extends ResponseOf(ShownVendor, {
  only: SUMMARY_FIELDS,
  omit: ['address', 'vatNumber', 'paymentTerms', 'status'],
}) {
  @Out.oneOf(FORM_A_STATUSES, { example: 'active' }) status: string;
}

export class VendorResponse extends ResponseOf(ShownVendor, { omit: ['bankAccount', 'status'] }) {
  @Out.text({ nullable: true, description: SHOWN_ACCOUNT, example: 'SA0380000000608010167519' })
  bank_account: string | null;

  @Out.list(() => ContactResponse) contacts: ContactResponse[];
  @Out.oneOf(FORM_A_STATUSES, { example: 'active' }) status: string;
  @Out.object(() => VendorPerformanceResponse) performance: VendorPerformanceResponse;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** Form B names of fields, in addition to the Form A names. */
class OwnNamesB {
  @Out.text({ nullable: true, example: 'Noura Al-Harbi' }) contact_person: string | null;
  @Out.text({ nullable: true, example: 'orders@najd-paper.example' }) contact_email: string | null;
  @Out.text({ nullable: true, example: '+966 11 234 5678' }) contact_phone: string | null;
  @Out.text({ nullable: true, example: '310122393500003' }) tax_number: string | null;
  @Out.text({ example: 'NET_30' }) payment_terms: string;
}

const SUMMARY_B = ResponseOf(ShownVendor, { only: SUMMARY_FIELDS, omit: ['vatNumber', 'paymentTerms'] });
const DETAILS_B = ResponseOf(ShownVendor, { omit: ['bankAccount', 'paymentTerms'] });

export class VendorSummaryResponseB extends both(SUMMARY_B, OwnNamesB) {}

export class VendorResponseB extends both(DETAILS_B, OwnNamesB) {
  @Out.text({ nullable: true, description: SHOWN_ACCOUNT, example: 'SA0380000000608010167519' })
  bank_account: string | null;

  @Out.list(() => ContactResponse) contacts: ContactResponse[];
  @Out.object(() => VendorPerformanceResponse) performance: VendorPerformanceResponse;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export function toSummaryResponse(vendor: VendorSummaryRow): VendorSummaryResponse {
  return Object.assign(VendorSummaryResponse.from(vendor), { status: formAStatus(vendor.status) });
}

export function toSummaryResponseB(vendor: VendorSummaryRow): VendorSummaryResponseB {
  return Object.assign(VendorSummaryResponseB.from(vendor), ownNamesB(vendor));
}

/**
 * @param reader determines whether the bank account is masked
 * @param language language of the warnings
 */
export function toVendorResponse(detail: VendorDetail, reader: Holder, language: Language = 'en'): VendorResponse {
  const { vendor } = detail;
  const response = Object.assign(VendorResponse.from(vendor), {
    status: formAStatus(vendor.status),
    ...othersOf(detail, reader, language),
  });
  return versioned(response, vendor.version);
}

export function toVendorResponseB(detail: VendorDetail, reader: Holder, language: Language = 'en'): VendorResponseB {
  const { vendor } = detail;
  const response = Object.assign(VendorResponseB.from(vendor), ownNamesB(vendor), othersOf(detail, reader, language));
  return versioned(response, vendor.version);
}

function ownNamesB(vendor: VendorSummaryRow): OwnNamesB {
  return {
    contact_person: vendor.contacts[0]?.name ?? null,
    contact_email: vendor.email,
    contact_phone: vendor.phone,
    tax_number: vendor.vatNumber,
    payment_terms: codeOf(vendor.paymentTerms),
  };
}

/** Fields of both forms that are not stored columns. */
function othersOf({ vendor, performance, warnings = [] }: VendorDetail, reader: Holder, language: Language) {
  return {
    bank_account: accountShownTo(reader, vendor.bankAccount),
    contacts: vendor.contacts.map(({ name, email, phone, role }) => ({ name, email, phone, role })),
    performance: toPerformanceResponse(vendor.id, performance),
    ...toWarningsResponse(warnings, language),
  };
}
